"""Everything that is compiled, or that compiled code freezes: kernels, records, constants."""
