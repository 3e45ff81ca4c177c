"""Prints what of python/src/earshot_client is public, as JSON: its modules with their classes, fields and functions."""

import ast
import json
import pathlib
import sys

PACKAGE = pathlib.Path(sys.argv[1])


def parsed(name):
    return ast.parse((PACKAGE / f"{name}.py").read_text(encoding="utf-8"))


def is_public(name):
    return not name.startswith("_")


def said_below(body, index):
    """A text that stands right below what it describes."""
    below = body[index + 1] if index + 1 < len(body) else None
    is_text = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
    return below.value.value if is_text and isinstance(below.value.value, str) else None


def described(node):
    return ast.get_docstring(node)


def function(node):
    node = as_called(node)
    bare = type(node)(**{**vars(node), "body": [ast.Expr(ast.Constant(...))], "decorator_list": []})
    words = ast.unparse(ast.fix_missing_locations(bare)).removesuffix("\n    ...")
    return {"name": node.name, "text": words.removesuffix(":"), "doc": described(node)}


# What runs a framework with people, by the client that it takes.
CLIENTS = {"blocking": "Client", "of_asyncio": "AsyncClient"}


def as_called(node):
    """With the signature that such a function shares, and its own names for what is run."""
    clients = [CLIENTS.get(ast.unparse(one)) for one in node.decorator_list]
    if not any(clients):
        return node
    shared = next(
        method.args
        for one in parsed("_framework").body
        if isinstance(one, ast.ClassDef) and one.name == "RunWithPeople"
        for method in one.body
        if isinstance(method, ast.FunctionDef) and method.name == "__call__"
    )
    for argument in shared.kwonlyargs:
        if argument.arg == "earshot":
            argument.annotation = ast.Name(clients[0])
    own = node.args.args[:2]
    shared.posonlyargs, shared.args, shared.defaults = [], own, [ast.Constant(None)]
    return type(node)(**{**vars(node), "args": shared})


def field(node, doc):
    return {"name": node.target.id, "text": ast.unparse(node), "doc": doc}


def is_shown(name):
    return is_public(name) or name == "__init__"


def members(body):
    fields, methods = [], []
    for index, node in enumerate(body):
        if isinstance(node, ast.AnnAssign) and is_public(node.target.id):
            fields.append(field(node, said_below(body, index)))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and is_shown(node.name):
            methods.append(function(node))
    return fields, methods


class Classes:
    """The classes of the package, wherever a public one comes from."""

    def __init__(self):
        self.found = {}
        for path in sorted(PACKAGE.glob("*.py")):
            for node in parsed(path.stem).body:
                if isinstance(node, ast.ClassDef):
                    self.found.setdefault((path.stem, node.name), node)

    def described(self, module, node):
        fields, methods = members(node.body)
        for base in node.bases:
            inherited = self.base(module, base)
            if inherited is not None:
                more = self.described(*inherited)
                fields = more["fields"] + fields
                methods = methods + more["methods"]
        bases = [ast.unparse(base) for base in node.bases]
        return {
            "name": node.name,
            "bases": [base for base in bases if is_public(base)],
            "doc": described(node),
            "fields": fields,
            "methods": methods,
        }

    def base(self, module, base):
        name = ast.unparse(base)
        # What every value inherits says nothing of one of them.
        if name == "Shape":
            return None
        own = self.found.get((module, name))
        if own is not None:
            return module, own
        return next(((at, node) for (at, one), node in self.found.items() if one == name), None)


def value(node, doc):
    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    return {"name": target.id, "text": ast.unparse(node), "doc": doc}


def is_value(node):
    if isinstance(node, ast.AnnAssign):
        return isinstance(node.target, ast.Name) and is_public(node.target.id)
    one = isinstance(node, ast.Assign) and len(node.targets) == 1
    return one and isinstance(node.targets[0], ast.Name) and is_type(node)


def is_type(node):
    name = node.targets[0].id
    return is_public(name) and name != "T" and name[0].isupper() and not name.isupper()


def module(name, classes, wanted=None):
    tree = parsed(name)
    found = {"classes": [], "functions": [], "values": []}
    for index, node in enumerate(tree.body):
        if isinstance(node, ast.ClassDef) and is_public(node.name):
            found["classes"].append(classes.described(name, node))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and is_public(node.name):
            found["functions"].append(function(node))
        elif is_value(node):
            found["values"].append(value(node, said_below(tree.body, index)))
    if wanted is not None:
        found = {kind: [one for one in all if one["name"] in wanted] for kind, all in found.items()}
    return {"doc": described(tree), **found}


def exported():
    for node in parsed("__init__").body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return ast.literal_eval(node.value)
    return []


def whole():
    classes = Classes()
    names = exported()
    top = {"doc": described(parsed("__init__")), "classes": [], "functions": [], "values": []}
    for path in sorted(PACKAGE.glob("*.py")):
        found = module(path.stem, classes, names)
        for kind in ("classes", "functions", "values"):
            top[kind] += found[kind]
    for kind in ("classes", "functions", "values"):
        top[kind].sort(key=lambda one: one["name"])
    own = [path.stem for path in sorted(PACKAGE.glob("*.py")) if is_public(path.stem)]
    rest = {f"earshot_client.{name}": module(name, classes) for name in own}
    shown = {one["name"] for kind in ("classes", "functions", "values") for one in top[kind]}
    for one in rest.values():
        for kind in ("classes", "functions", "values"):
            one[kind] = [entry for entry in one[kind] if entry["name"] not in shown]
    return {"earshot_client": top, **rest}


json.dump(whole(), sys.stdout)
