import json

from earshot_client import Client
from earshot_client._bridge import key_for

KEY = ("ü\u2028\u001f", '"call\\1"')
SCHEMA = {"type": "object", "properties": {"sure": {"type": "boolean"}}, "required": ["sure"]}
given = Client().ask_for({"text": "Sure?", "form": {"kind": "fields", "schema": SCHEMA}}, key=KEY)
print(json.dumps({"outcome": given.outcome, "values": given.values, "key": key_for("ask", KEY)}))
