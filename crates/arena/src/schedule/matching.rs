//! Perfect matchings in a graph: whether all players can be paired (Edmonds's blossom algorithm).

use std::collections::VecDeque;

/// A graph with a growing matching.
#[derive(Clone)]
pub(super) struct Matching {
    edges: Vec<Vec<bool>>,
    partner: Vec<Option<usize>>,
    is_present: Vec<bool>,
}

impl Matching {
    /// A graph without edges.
    pub(super) fn new(count: usize) -> Matching {
        Matching {
            edges: vec![vec![false; count]; count],
            partner: vec![None; count],
            is_present: vec![true; count],
        }
    }

    /// Adds an edge.
    pub(super) fn allow(&mut self, a: usize, b: usize) {
        self.edges[a][b] = true;
        self.edges[b][a] = true;
    }

    /// Removes an edge. If it was matched, its two ends become free.
    pub(super) fn forbid(&mut self, a: usize, b: usize) {
        self.edges[a][b] = false;
        self.edges[b][a] = false;
        if self.partner[a] == Some(b) {
            (self.partner[a], self.partner[b]) = (None, None);
        }
    }

    /// Removes a vertex. Its partner, if any, becomes free.
    pub(super) fn remove(&mut self, vertex: usize) {
        self.is_present[vertex] = false;
        if let Some(partner) = self.partner[vertex].take() {
            self.partner[partner] = None;
        }
    }

    /// Every matched vertex.
    pub(super) fn matched(&self) -> impl Iterator<Item = usize> {
        (0..self.partner.len()).filter(|&vertex| self.partner[vertex].is_some())
    }

    /// Makes the matching perfect, if possible.
    pub(super) fn complete(&mut self) -> bool {
        let free = |matching: &Matching, vertex: usize| {
            matching.is_present[vertex] && matching.partner[vertex].is_none()
        };
        (0..self.partner.len()).all(|vertex| !free(self, vertex) || self.augment(vertex))
    }

    /// Removes an edge of the graph and its two ends, if the rest still has a perfect matching.
    pub(super) fn fix(&mut self, a: usize, b: usize) -> bool {
        if !self.edges[a][b] {
            return false;
        }
        let mut rest = self.clone();
        rest.remove(a);
        rest.remove(b);
        let is_possible = rest.complete();
        if is_possible {
            *self = rest;
        }
        is_possible
    }

    /// Finds an augmenting path from a free vertex to another one, whose edges are alternately
    /// outside and inside the matching, and exchanges them.
    fn augment(&mut self, root: usize) -> bool {
        let mut tree = Tree::new(self, root);
        let Some(end) = tree.grow() else { return false };
        let parent = tree.parent;
        let mut at = Some(end);
        while let Some(vertex) = at {
            let before = parent[vertex].expect("the path leads back to the root");
            let next = self.partner[before];
            self.partner[vertex] = Some(before);
            self.partner[before] = Some(vertex);
            at = next;
        }
        true
    }
}

/// The vertices reachable from the root by alternating paths. Odd cycles (blossoms) are contracted
/// into their base.
struct Tree<'m> {
    matching: &'m Matching,
    root: usize,
    parent: Vec<Option<usize>>,
    base: Vec<usize>,
    is_reached: Vec<bool>,
    queue: VecDeque<usize>,
}

impl<'m> Tree<'m> {
    fn new(matching: &'m Matching, root: usize) -> Tree<'m> {
        let count = matching.partner.len();
        let mut is_reached = vec![false; count];
        is_reached[root] = true;
        let parent = vec![None; count];
        Tree { matching, root, parent, base: (0..count).collect(), is_reached, queue: VecDeque::from([root]) }
    }

    /// A free vertex at the end of an alternating path.
    fn grow(&mut self) -> Option<usize> {
        while let Some(from) = self.queue.pop_front() {
            for to in 0..self.base.len() {
                let is_edge = self.matching.is_present[to] && self.matching.edges[from][to];
                if !is_edge || self.base[from] == self.base[to] || self.matching.partner[from] == Some(to) {
                    continue;
                }
                let partner = self.matching.partner[to];
                if to == self.root || partner.is_some_and(|partner| self.parent[partner].is_some()) {
                    self.shrink(from, to);
                } else if self.parent[to].is_none() {
                    self.parent[to] = Some(from);
                    let Some(partner) = partner else { return Some(to) };
                    self.is_reached[partner] = true;
                    self.queue.push_back(partner);
                }
            }
        }
        None
    }

    /// Contracts the blossom that an edge closes.
    fn shrink(&mut self, a: usize, b: usize) {
        let base = self.common_base(a, b);
        let mut is_inside = vec![false; self.base.len()];
        self.mark(a, base, b, &mut is_inside);
        self.mark(b, base, a, &mut is_inside);
        for vertex in 0..self.base.len() {
            if is_inside[self.base[vertex]] {
                self.base[vertex] = base;
                if !self.is_reached[vertex] {
                    self.is_reached[vertex] = true;
                    self.queue.push_back(vertex);
                }
            }
        }
    }

    fn common_base(&self, a: usize, b: usize) -> usize {
        let up = |vertex: usize| self.matching.partner[vertex].and_then(|partner| self.parent[partner]);
        let mut is_above = vec![false; self.base.len()];
        let mut at = Some(a);
        while let Some(vertex) = at {
            is_above[self.base[vertex]] = true;
            at = up(self.base[vertex]);
        }
        let mut at = self.base[b];
        while !is_above[at] {
            let Some(above) = up(at) else { return self.base[self.root] };
            at = self.base[above];
        }
        at
    }

    /// Marks the way from a vertex to the base, and lets paths go round it in the other direction.
    fn mark(&mut self, from: usize, base: usize, child: usize, is_inside: &mut [bool]) {
        let (mut at, mut child) = (from, child);
        while self.base[at] != base {
            let Some(partner) = self.matching.partner[at] else { return };
            is_inside[self.base[at]] = true;
            is_inside[self.base[partner]] = true;
            self.parent[at] = Some(child);
            child = partner;
            let Some(above) = self.parent[partner] else { return };
            at = above;
        }
    }
}
