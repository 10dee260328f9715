"""Heat's race over records of small integers: the same rules, many times faster when compiled.

The readable rules are the law; the kernel is admitted only by equality (`paddock.verify.kernel`).
Nothing here is imported by the rules, and neither NumPy nor Numba is needed: see docs/kernel.md.
"""
