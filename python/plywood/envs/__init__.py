"""Adapters to the frameworks of reinforcement learning; each is imported where it is used.

| module | for |
|---|---|
| `plywood.envs.pettingzoo` | PettingZoo's `AECEnv` and its registry |
| `plywood.envs.gymnasium` | Gymnasium's `VectorEnv`, and a single agent against a level |
| `plywood.envs.openspiel` | OpenSpiel's algorithms |
"""
