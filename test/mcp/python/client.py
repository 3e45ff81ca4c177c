"""A client of MCP on the official Python SDK, of either generation, driven by lines of JSON.

Arguments: the mode of the second generation ("legacy" or a protocol version), then "http" URL KEY,
or "stdio" COMMAND… A line in is {"id", "name", "arguments", "timeout"}, where a time-out in seconds
may be absent; calls run at once. A line out is {"id"} with "envelope", or without where it was given up.
"""

import json
import sys
from contextlib import asynccontextmanager
from datetime import timedelta
from importlib.metadata import version
from os import environ

import anyio
from mcp import StdioServerParameters, stdio_client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

IS_FIRST = version("mcp").startswith("1.")
MODE, KIND, *REST = sys.argv[1:]


def say(line):
    print(json.dumps(line), flush=True)


@asynccontextmanager
async def transport():
    if KIND == "stdio":
        command, *args = REST
        async with stdio_client(
            StdioServerParameters(command=command, args=args, env=dict(environ))
        ) as streams:
            yield streams
        return
    url, key = REST
    headers = {"authorization": f"Bearer {key}"}
    async with create_mcp_http_client(headers=headers) as http:
        async with streamable_http_client(url, http_client=http) as streams:
            yield streams[:2]


@asynccontextmanager
async def connected():
    if IS_FIRST:
        from mcp import ClientSession

        async with transport() as (reading, writing):
            async with ClientSession(reading, writing) as session:
                await session.initialize()
                yield session
    else:
        from mcp import Client

        async with Client(transport(), mode=MODE) as client:
            yield client


def seconds(value):
    if value is None:
        return None
    return timedelta(seconds=value) if IS_FIRST else value


async def call(client, line):
    given = {"read_timeout_seconds": seconds(line.get("timeout"))}
    try:
        result = await client.call_tool(line["name"], line["arguments"], **given)
    except Exception as error:
        return say({"id": line["id"], "error": str(error)})
    content = result.structuredContent if IS_FIRST else result.structured_content
    say({"id": line["id"], "envelope": content})


async def main():
    async with connected() as client:
        say({"ready": version("mcp")})
        async with anyio.create_task_group() as group:
            async for text in anyio.wrap_file(sys.stdin):
                group.start_soon(call, client, json.loads(text))


anyio.run(main)
