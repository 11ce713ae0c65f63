"""Cards of Curse of Naxxramas, of Neutral and of all classes, in order of their ids."""

from engine.dsl import *

CARDS: list = [
    minion("FP1_001", "Zombie Chow", 1, 2, 3, deathrattle(heal(5, enemy.hero))),
    minion("FP1_002", "Haunted Creeper", 2, 1, 2, deathrattle(summon("Spectral Spider", 2)), race=beast),
    minion("FP1_002t", "Spectral Spider", 1, 1, 1),
    minion("FP1_003", "Echoing Ooze", 2, 1, 2, battlecry(give(this, echoing)),
           when(your_turn_end, summon_copy(this), needs=count(this.having(echoing)) >= 1)),
    minion("FP1_004", "Mad Scientist", 2, 2, 2, deathrattle(put_into_play(your.secrets))),
    minion("FP1_005", "Shade of Naxxramas", 3, 2, 2, stealth, when(your_turn_start, give(this, +1, +1))),
    minion("FP1_007", "Nerubian Egg", 2, 0, 2, deathrattle(summon("Nerubian"))),
    minion("FP1_007t", "Nerubian", 4, 4, 4),
    minion("FP1_008", "Spectral Knight", 5, 4, 6, elusive),
    minion("FP1_009", "Deathlord", 3, 2, 8, taunt, deathrattle(put_into_play(enemy.minions))),
    minion("FP1_010", "Maexxna", 6, 2, 8, poisonous, race=beast),
    minion("FP1_011", "Webspinner", 1, 1, 1,
           deathrattle(add_to_hand(format_card("minion", race=beast))), race=beast),
    minion("FP1_012", "Sludge Belcher", 5, 3, 5, taunt, deathrattle(summon("Slime"))),
    minion("FP1_012t", "Slime", 1, 1, 2, taunt),
    minion("FP1_013", "Kel'Thuzad", 8, 6, 8, when(each_turn_end, summon_dead())),
    minion("FP1_014", "Stalagg", 5, 7, 4, deathrattle(
           if_(died_this_game(your, "Feugen") >= 1, summon("Thaddius"), otherwise=(
               if_(died_this_game(enemy, "Feugen") >= 1, summon("Thaddius")),)))),
    minion("FP1_014t", "Thaddius", 10, 11, 11),
    minion("FP1_015", "Feugen", 5, 4, 7, deathrattle(
           if_(died_this_game(your, "Stalagg") >= 1, summon("Thaddius"), otherwise=(
               if_(died_this_game(enemy, "Stalagg") >= 1, summon("Thaddius")),)))),
    minion("FP1_016", "Wailing Soul", 4, 3, 5, battlecry(silence(your.other.minions))),
    minion("FP1_017", "Nerub'ar Weblord", 2, 1, 4, aura(anyone.hand.battlecries, cost=+2)),
    secret("FP1_018", "Duplicate", 3, when(dies(your.minions), copy_it(2), needs=hand_size(your) <= 9)),
    spell("FP1_019", "Poison Seeds", 4, destroy(anyone.minions), resolve_deaths(),
          summon("FP1_019t", buried(your)), summon("FP1_019t", buried(enemy), enemy)),
    minion("FP1_019t", "Treant", 2, 2, 2),
    secret("FP1_020", "Avenge", 1, when(dies(your.minions), give(random(your.minions), +3, +2),
           needs=count(your.minions.surviving) >= 1)),
    weapon("FP1_021", "Death's Bite", 4, 4, 2, deathrattle(deal(1, anyone.minions))),
    minion("FP1_022", "Voidcaller", 4, 3, 4,
           deathrattle(put_into_play(your.minions.of(demon), from_hand=True)), race=demon),
    minion("FP1_023", "Dark Cultist", 3, 3, 4, deathrattle(give(random(your.other.minions), 0, +3))),
    minion("FP1_024", "Unstable Ghoul", 2, 1, 3, taunt, deathrattle(deal(1, anyone.minions))),
    spell("FP1_025", "Reincarnate", 2, destroy(target(anyone.minions)), resolve_deaths(), revive(who=target)),
    minion("FP1_026", "Anub'ar Ambusher", 4, 5, 5, deathrattle(return_to_hand(random(your.minions)))),
    minion("FP1_027", "Stoneskin Gargoyle", 3, 1, 4, when(your_turn_start, heal(damage_on(this), this))),
    minion("FP1_028", "Undertaker", 1, 1, 2,
           when(summoned(your.other.minions.with_deathrattle), give(this, +1))),
    minion("FP1_029", "Dancing Swords", 3, 4, 4, deathrattle(draw(1, enemy))),
    minion("FP1_030", "Loatheb", 5, 5, 5, battlecry(spells_dearer_next_turn(5))),
    minion("FP1_031", "Baron Rivendare", 4, 1, 7, deathrattles_twice),
]
