from __future__ import annotations


TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, NoReturn

    from typing_extensions import Self


class Shape:
    """What Earshot has sent: its fields are attributes, and it cannot be changed."""

    # By the name on the wire: the name here, and how the value is read.
    _wire: ClassVar[dict[str, tuple[str, str]]] = {}

    @classmethod
    def _of(cls, value: dict[str, Any]) -> Self:
        from ._codec import read, snake

        made = cls.__new__(cls)
        for wire, item in value.items():
            known = cls._wire.get(wire)
            name, reads = (snake(wire), "") if known is None else known
            made.__dict__[name] = read(reads, item)
        return made

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({fields})"
