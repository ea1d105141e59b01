"""What homomorphisms mean, by structural recursion; the compiled forms are held to it."""

from __future__ import annotations

from functools import reduce
from operator import or_

from ..engines.symbolic.bdd.state_set import StateSet
from .homomorphisms import (
    Complement,
    Composition,
    Fix,
    Homomorphism,
    Identity,
    Ite,
    PutValue,
    Sel,
    Union,
)
from .inductive import Inductive, arcs


def meaning(h: Homomorphism, states: StateSet) -> StateSet:
    """Apply a homomorphism by structural recursion: this defines the semantics."""
    match h:
        case Identity():
            return states
        case Sel():
            return states & states.space.where(h.name, *h.values)
        case PutValue():
            return states.put(h.name, h.value)
        case Union():
            return reduce(or_, (meaning(p, states) for p in h.parts), states - states)
        case Composition():
            return reduce(lambda image, part: meaning(part, image), reversed(h.parts), states)
        case Complement():
            return states - meaning(h.of, states)
        case Ite():
            kept = meaning(h.test, states)
            return meaning(h.then, kept) | meaning(h.otherwise, states - kept)
        case Fix():
            return _least_fixpoint(h.of, states)
        case Inductive():
            return _induction(h, states, 0)
    raise TypeError(f"{h!r} is not a homomorphism of this algebra")


def _least_fixpoint(h: Homomorphism, states: StateSet) -> StateSet:
    while True:
        more = states | meaning(h, states)
        if more == states:
            return states
        states = more


def _induction(h: Homomorphism, states: StateSet, number: int) -> StateSet:
    """Apply a homomorphism to the variables from a number on: what is above changes later."""
    names, space = list(states.space.values), states.space
    if isinstance(h, Union):
        images = (_induction(part, states, number) for part in h.parts)
        return reduce(or_, images, space.empty)
    if not isinstance(h, Inductive):
        return meaning(h, states)
    if number == len(names):
        return meaning(h.phi_one(), states)
    name, image = names[number], space.empty
    for value in space.values[name]:
        part = states & space.where(name, value)
        for arc in arcs(h, name, value) if part else ():
            image |= _induction(arc.then, part, number + 1).put(name, arc.value)
    return image
