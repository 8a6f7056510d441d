"""Matches, learning and table building on a Ray cluster: the program `plywood-cluster`.

`plywood` leads: it makes jobs, decides what is done and writes the results. This package hands its
jobs to Ray, and nothing else; docs/cluster.md describes both ends.
"""
