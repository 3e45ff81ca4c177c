"""Reads a time stamp with rfc3161-client: the line, the token and the certificate that vouches for it."""

import sys

from cryptography.x509 import load_pem_x509_certificate
from rfc3161_client import VerifierBuilder, decode_timestamp_response


def sequence(content: bytes) -> bytes:
    size = len(content)
    length = bytes([size]) if size < 128 else b"\x82" + size.to_bytes(2, "big")
    return b"\x30" + length + content


def main(line: str, token: str, ca: str) -> None:
    with open(line, "rb") as file:
        data = file.read()
    with open(token, "rb") as file:
        # The library takes whole replies; status 0 is "granted".
        granted = sequence(sequence(b"\x02\x01\x00") + file.read())
    with open(ca, "rb") as file:
        root = load_pem_x509_certificate(file.read())
    response = decode_timestamp_response(granted)
    VerifierBuilder().add_root_certificate(root).build().verify_message(response, data)
    print(response.tst_info.gen_time.strftime("%Y-%m-%dT%H:%M:%S"))


main(*sys.argv[1:])
