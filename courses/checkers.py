#!/usr/bin/env python3
"""The checkers course's command line; see README.md beside this file."""

import plywood

plywood.become("checkers")
