"""Writes contracts/generated.py from the JSON Schema that packages/contracts publishes.

`--check` writes nothing and exits 1 when the committed file is out of date.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SCHEMA = ROOT.parents[1] / "packages/contracts/schema.json"
TARGET = ROOT / "src/rowcast_automl/contracts/generated.py"
SAFE_INTEGER = 9007199254740991
CATALOGUES = {
    "ErrorCode": "ERROR_MESSAGES",
    "LintCode": "LINT_MESSAGES",
    "TaskReasonCode": "TASK_REASONS",
    "ReportReasonCode": "REPORT_REASONS",
    "CheckReasonCode": "CHECK_REASONS",
}


def main() -> int:
    """Returns the exit code: 1 when `--check` finds a difference."""
    text = generate(json.loads(SCHEMA.read_text()))
    if "--check" not in sys.argv[1:]:
        TARGET.write_text(text)
        return 0
    if TARGET.read_text() == text:
        return 0
    print(f"{TARGET.name} does not match {SCHEMA.name}. Run: python scripts/generate_contracts.py")
    return 1


def generate(schema: dict[str, Any]) -> str:
    """The Python module for `schema`: one model a definition, then sentences by their codes, and numbers."""
    catalogues = "".join(catalogue(schema, name, constant) for name, constant in CATALOGUES.items())
    constants = "".join(f"\n\n{name} = {value!r}\n" for name, value in schema.pop("x-constants").items())
    name_variants(schema["$defs"])
    drop_safe_integer_bounds(schema)
    free_defaults(schema)
    models = generate_models(schema).split("\nclass Contracts(BaseModel):")[0]
    return formatted(models + catalogues + constants)


def catalogue(schema: dict[str, Any], name: str, constant: str) -> str:
    """Takes the enumeration `name` out of `schema`; its codes as a type and its sentences as a dict."""
    definition = schema["$defs"].pop(name)
    del schema["properties"][name]
    codes = ",".join(json.dumps(code) for code in definition["enum"])
    sentences = json.dumps(definition["x-messages"], ensure_ascii=False)
    return f"\n\n{name} = Literal[{codes}]\n\n{constant}: dict[{name}, str] = {sentences}\n"


def name_variants(definitions: dict[str, Any]) -> None:
    """Gives each member of a union by `outcome` a name of its own, such as IngestReady."""
    for name, definition in list(definitions.items()):
        variants = definition.get("oneOf", [])
        for index, variant in enumerate(variants):
            if "outcome" not in variant.get("properties", {}):
                continue
            outcome = variant["properties"]["outcome"]["const"]
            variant_name = f"{name.removesuffix('Result')}{outcome.capitalize()}"
            definitions[variant_name] = variant
            variants[index] = {"$ref": f"#/$defs/{variant_name}"}


def drop_safe_integer_bounds(node: Any) -> None:
    """JavaScript's integer limits say nothing about the value."""
    if isinstance(node, dict):
        for bound in ("minimum", "maximum"):
            if node.get(bound) in (SAFE_INTEGER, -SAFE_INTEGER):
                del node[bound]
        for child in node.values():
            drop_safe_integer_bounds(child)
    elif isinstance(node, list):
        for child in node:
            drop_safe_integer_bounds(child)


def free_defaults(node: Any) -> None:
    """What has a default need not be given."""
    if isinstance(node, dict):
        given = node.get("properties")
        if isinstance(given, dict) and isinstance(node.get("required"), list):
            node["required"] = [name for name in node["required"] if "default" not in given.get(name, {})]
        for child in node.values():
            free_defaults(child)
    elif isinstance(node, list):
        for child in node:
            free_defaults(child)


def generate_models(schema: dict[str, Any]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "schema.json"), Path(folder, "generated.py")
        source.write_text(json.dumps(schema))
        subprocess.run(
            [sys.executable, "-m", "datamodel_code_generator"]
            + ["--input", str(source), "--input-file-type", "jsonschema", "--output", str(target)]
            + ["--output-model-type", "pydantic_v2.BaseModel", "--class-name", "Contracts"]
            + ["--snake-case-field", "--allow-population-by-field-name", "--use-annotated"]
            + ["--target-python-version", "3.11", "--enum-field-as-literal", "all"]
            + ["--use-standard-collections", "--use-union-operator", "--collapse-root-models"]
            + ["--use-schema-description", "--use-field-description", "--formatters", "builtin"]
            + ["--disable-timestamp", "--strict-nullable"],
            check=True,
        )
        return target.read_text()


def formatted(source: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "-", "--config", str(ROOT / "pyproject.toml")]
    return subprocess.run(command, input=source, text=True, check=True, capture_output=True).stdout


if __name__ == "__main__":
    sys.exit(main())
