"""A tiny scalar autograd engine, small enough to read in one sitting."""

from minigrad.draw import mermaid, table
from minigrad.expression import parse
from minigrad.gradcheck import gradcheck
from minigrad.graph import topological_order, trace
from minigrad.value import Value

__all__ = ["Value", "gradcheck", "mermaid", "parse", "table", "topological_order", "trace"]
