"""The least loss of a table of cells on some samples, by numpy.

A line of the file has the result (0 lost, 1 drawn, 2 won), the plane, the bucket of material and what
stands on each cell. Each bucket is a model of its own: advantage and drawishness are sums of one
number for each plane, cell and kind of piece. Adam on the whole set finds the minimum.
"""

import sys

import numpy as np


def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


def least_loss(inputs, results, steps=1500, rate=0.03):
    """The mean cross entropy at the minimum."""
    count, width = inputs.shape
    weights = np.zeros((width, 2))
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    chances_wanted = np.eye(3)[2 - results]
    best = np.inf
    for step in range(1, steps + 1):
        v, o = (inputs @ weights).T
        t = np.logaddexp(0.0, o)
        win, lose = sigmoid(v - t), sigmoid(-v - t)
        draw = np.maximum(1.0 - win - lose, 1e-6)
        chances = np.stack([win, draw, lose], axis=1)
        best = min(best, -(chances_wanted * np.log(np.maximum(chances, 1e-9))).sum(axis=1).mean())
        up, middle, down = (chances_wanted / np.maximum(chances, 1e-9)).T
        slope_win, slope_lose = win * (1 - win), lose * (1 - lose)
        by_v = -up * slope_win + down * slope_lose - middle * (slope_lose - slope_win)
        by_t = up * slope_win + down * slope_lose - middle * (slope_win + slope_lose)
        gradient = inputs.T @ np.stack([by_v, by_t * sigmoid(o)], axis=1) / count
        first = 0.9 * first + 0.1 * gradient
        second = 0.99 * second + 0.01 * gradient**2
        fade = 0.5 * (1 + np.cos(np.pi * step / steps))
        weights -= rate * fade * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    return best


def main(path):
    table = np.loadtxt(path, dtype=int)
    results, planes, buckets, cells = table[:, 0], table[:, 1], table[:, 2], table[:, 3:]
    kinds = cells.max()
    occupied = np.concatenate([cells == kind for kind in range(1, kinds + 1)], axis=1).astype(float)
    parts = [occupied * (planes == plane)[:, None] for plane in (0, 1)]
    parts += [(planes == plane)[:, None].astype(float) for plane in (0, 1)]
    inputs = np.concatenate(parts, axis=1)
    total = 0.0
    for bucket in np.unique(buckets):
        chosen = buckets == bucket
        total += least_loss(inputs[chosen], results[chosen]) * chosen.sum()
    print(total / len(results))


main(sys.argv[1])
