"""https: the certificate is checked, and the connection can be ended like any other."""

import datetime
import ipaddress
import ssl
import threading

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from desks import SOON, InBackground, config, request
from model_servers import Said, Server, llama_cpp, running
from proxies import PROXY_NAMES, only_proxy

from reviewer.errors import BackendError
from reviewer.llm.open import open_client


@pytest.fixture
def certificate(tmp_path):
    """A certificate for 127.0.0.1, its own authority."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "here")])
    now = datetime.datetime.now(datetime.UTC)
    built = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    path = tmp_path / "here.pem"
    path.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
        + built.public_bytes(serialization.Encoding.PEM)
    )
    return path


@pytest.fixture
def secured(certificate):
    """An https server."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with running(Server(llama_cpp, Said("safe")), context) as server:
        yield server


def test_a_server_whose_certificate_is_trusted_answers(secured, certificate, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    client = open_client(config("openai", f"https://127.0.0.1:{secured.port}"), environ={})
    assert client.chat(request()).text == "safe"


@pytest.mark.parametrize("name", PROXY_NAMES)
def test_a_proxy_of_the_environment_hears_nothing_of_an_encrypted_call(secured, certificate, monkeypatch, name):
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with only_proxy(monkeypatch, name) as proxy:
        client = open_client(config("openai", f"https://127.0.0.1:{secured.port}"), environ={})
        assert client.chat(request()).text == "safe"
        assert proxy.connections() == 0


def test_a_server_whose_certificate_is_not_trusted_gets_nothing(secured):
    client = open_client(config("openai", f"https://127.0.0.1:{secured.port}"), environ={})
    with pytest.raises(BackendError) as caught:
        client.chat(request())
    assert caught.value.code == "unreachable"
    assert "certificate" in caught.value.message.lower()
    assert secured.asked == []


def test_closing_ends_an_encrypted_call(secured, certificate, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    secured.held = threading.Event()
    client = open_client(config("openai", f"https://127.0.0.1:{secured.port}"), environ={})
    call = InBackground(client, request())
    assert secured.waiting.wait(SOON)
    client.close()
    assert call.ends_soon()
    assert call.error.code == "closed"
