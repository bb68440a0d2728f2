import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createAddressResolver } from "#adapters/dns/addresses";
import { createOutbound, type OutboundDeps } from "#adapters/outbound/client";
import { readNetwork } from "#kernel/ip-address";
import { OutboundError } from "#platform/outbound";
import { makeCertificate } from "../support/certificates.ts";
import { startDnsServer } from "../support/dns-server.ts";

const NAME = "hooks.receiver.example";
const certificate = makeCertificate(NAME, "127.0.0.1");
const received: { readonly host: string | undefined; readonly name: unknown }[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const listener = (request: IncomingMessage, response: ServerResponse) => {
	const name = "servername" in request.socket ? request.socket.servername : null;
	received.push({ host: request.headers.host, name });
	answer(request, response);
};
const secure = createHttpsServer(certificate, listener).listen(0, "127.0.0.1");
const plain = createHttpServer(listener).listen(0, "127.0.0.1");
const portOf = (server: typeof plain | typeof secure) => (server.address() as AddressInfo).port;
const dns = await startDnsServer();
afterAll(async () => {
	secure.close();
	plain.close();
	await dns.close();
});
beforeEach(() => {
	received.length = 0;
	answer = (_request, response) => void response.end("taken");
});

const strict = { allowHttp: false, allowed: [] };
const open = { allowHttp: true, allowed: [readNetwork("127.0.0.0/8")] };
const clientOf = (policy: OutboundDeps["policy"], more: Partial<OutboundDeps> = {}) =>
	createOutbound({
		policy,
		resolve: createAddressResolver([dns.address]),
		authorities: certificate.authority,
		...more,
	});
const signal = new AbortController().signal;
const post = (client: ReturnType<typeof clientOf>, url: string) =>
	client.post(url, { headers: { "x-test": "1" }, body: "{}", signal });

/** Returns the fault of a request, null when it got a response. */
const faultOf = (work: Promise<unknown>): Promise<string | null> =>
	work.then(
		() => null,
		(error) => {
			if (error instanceof OutboundError) return error.fault;
			throw error;
		},
	);

describe("a URL of a tenant", () => {
	test.each([
		"file:///etc/hostname",
		"http://hooks.example.com/",
		"ftp://hooks.example.com/",
		"gopher://hooks.example.com/",
		"data:text/plain,x",
		"javascript:alert(1)",
		"https://user:secret@hooks.example.com/",
		"https://user@hooks.example.com/",
		"https://hooks.example.com/#part",
		"https://hooks.example.com\\@localhost/",
		"https://hooks.exam\tple.com/",
		"https://localhost/",
		"https://localhost./",
		"https://LOCALHOST/",
		"https://service.localhost/",
		"https://metadata.google.internal/",
		"https://printer.local/",
		"https://intranet/",
		"https://127.0.0.1/",
		"https://127.1/",
		"https://2130706433/",
		"https://0x7f000001/",
		"https://0177.0.0.1/",
		"https://①②⑦.⓪.⓪.①/",
		"https://127。0。0。1/",
		"https://0.0.0.0/",
		"https://10.1.2.3/",
		"https://172.16.0.1/",
		"https://192.168.1.1/",
		"https://169.254.169.254/latest/meta-data/",
		"https://168.63.129.16/",
		"https://100.64.0.1/",
		"https://100.100.100.200/",
		"https://192.0.0.192/",
		"https://198.18.0.1/",
		"https://192.0.2.1/",
		"https://224.0.0.1/",
		"https://240.0.0.1/",
		"https://255.255.255.255/",
		"https://[::]/",
		"https://[::1]/",
		"https://[::ffff:127.0.0.1]/",
		"https://[::ffff:7f00:1]/",
		"https://[::127.0.0.1]/",
		"https://[64:ff9b::127.0.0.1]/",
		"https://[64:ff9b:1::7f00:1]/",
		"https://[2002:7f00:1::]/",
		"https://[2001:0:7f00:1::]/",
		"https://[fe80::1]/",
		"https://[fec0::1]/",
		"https://[fc00::1]/",
		"https://[fd00:ec2::254]/",
		"https://[ff02::1]/",
		"https://[100::1]/",
		"https://[2001:db8::1]/",
		"https://[2001:2::1]/",
		"https://8.8.8.8:22/",
		"https://hooks.example.com:25/",
		"https://hooks.example.com:0/",
		"not a URL",
		"//hooks.example.com/",
		"",
	])("%s is refused", async (url) => {
		const client = clientOf(strict);

		expect(() => client.checkUrl(url)).toThrow(OutboundError);
		expect(await faultOf(post(client, url))).toBe("target_refused");
		expect(dns.asked).toEqual([]);
	});

	test.each([
		"https://hooks.example.com/path?query=1",
		"https://hooks.example.com:8443/",
		"https://hooks.example.com:3000/",
		"https://8.8.8.8/",
		"https://[2606:4700::1111]/",
		"https://münchen.example/",
	])("%s is taken", (url) => {
		expect(clientOf(strict).checkUrl(url)).toBe(new URL(url).href);
	});
});

describe("the addresses of a name", () => {
	test.each([
		["a private one", [["10.0.0.1"]]],
		["a private one behind a public one", [["8.8.8.8", "127.0.0.1"]]],
		["an IPv6 one of this machine", [["::1"]]],
		["an IPv4 address in IPv6", [["::ffff:127.0.0.1"]]],
		["one of NAT64", [["64:ff9b::7f00:1"]]],
	])("are refused with %s among them", async (_what, lists) => {
		dns.point(NAME, ...lists);

		const fault = await faultOf(post(clientOf(strict), `https://${NAME}:${portOf(secure)}/`));

		expect(fault).toBe("target_refused");
		expect(received).toEqual([]);
	});

	test("are checked for a GET like for a POST", async () => {
		dns.point(NAME, ["10.0.0.1"]);
		const get = (url: string) => clientOf(open).get(url, { headers: {}, signal });

		const fault = await faultOf(get(`https://${NAME}:${portOf(secure)}/`));
		const { status, body } = await get(`http://127.0.0.1:${portOf(plain)}/`);
		expect([fault, status, Buffer.from(body).toString()]).toEqual(["target_refused", 200, "taken"]);
		expect(received).toHaveLength(1);
	});

	test("are looked up once for a connection, which goes to the one that was checked", async () => {
		dns.point(NAME, ["127.0.0.1"], ["127.0.0.2"], ["10.0.0.1"]);
		dns.asked.length = 0;

		const { status } = await post(clientOf(open), `https://${NAME}:${portOf(secure)}/`);

		expect(status).toBe(200);
		expect(received).toEqual([{ host: `${NAME}:${portOf(secure)}`, name: NAME }]);
		expect(dns.asked).toEqual([NAME, NAME]);
	});

	test("are checked again for the next connection", async () => {
		dns.point(NAME, ["127.0.0.1"], ["10.0.0.1"]);
		const client = clientOf(open);
		const url = `https://${NAME}:${portOf(secure)}/`;

		const faults = [await faultOf(post(client, url)), await faultOf(post(client, url))];

		expect(faults).toEqual([null, "target_refused"]);
		expect(received).toHaveLength(1);
	});

	test("are tried one after the other while nobody listens", async () => {
		dns.point(NAME, ["127.0.0.9", "127.0.0.1"]);

		const { status } = await post(clientOf(open), `https://${NAME}:${portOf(secure)}/`);

		expect(status).toBe(200);
	});

	test("that do not exist are a fault of the name", async () => {
		expect(await faultOf(post(clientOf(strict), "https://missing.receiver.example/"))).toBe("name_not_found");
	});
});

describe("a response", () => {
	const url = `http://127.0.0.1:${portOf(plain)}/`;

	test("that redirects is not followed", async () => {
		answer = (_request, response) => void response.writeHead(307, { location: `${url}elsewhere` }).end();

		const { status } = await post(clientOf(open), url);

		expect(status).toBe(307);
		expect(received).toHaveLength(1);
	});

	test("is read up to 64 KiB, and never unpacked", async () => {
		answer = (_request, response) => {
			response.writeHead(200, { "content-encoding": "gzip" });
			const send = () => void response.write(Buffer.alloc(16_384), (error) => error ?? send());
			send();
		};

		const { body } = await post(clientOf(open), url);

		expect(body.byteLength).toBe(65_536);
	});

	test("that does not come is given up", async () => {
		answer = () => undefined;

		expect(await faultOf(post(clientOf(open, { timeoutMs: 100 }), url))).toBe("timed_out");
	});

	test("whose body does not end is given up", async () => {
		answer = (_request, response) => void response.writeHead(200).write("x");

		expect(await faultOf(post(clientOf(open, { timeoutMs: 100 }), url))).toBe("timed_out");
	});
});

describe("a certificate", () => {
	const port = portOf(secure);

	test.each([
		["of another name", "other.receiver.example", certificate.authority],
		["that nobody trusts", NAME, makeCertificate(NAME).authority],
	])("%s is refused, by HTTPS and by TLS alone", async (_what, name, authorities) => {
		dns.point(name, ["127.0.0.1"]);
		const client = clientOf(open, { authorities });

		const faults = [
			await faultOf(post(client, `https://${name}:${port}/`)),
			await faultOf(client.connectTls(name, port, signal)),
		];

		expect(faults).toEqual(["certificate_refused", "certificate_refused"]);
		expect(received).toEqual([]);
	});

	test.each([
		["of the address is taken", makeCertificate("127.0.0.1"), null],
		["of another address is refused", makeCertificate("127.0.0.2"), "certificate_refused"],
		["of names alone is refused", makeCertificate("localhost", NAME), "certificate_refused"],
	])("%s where an address is in place of the name", async (_what, own, fault) => {
		const server = createHttpsServer(own, listener).listen(0, "127.0.0.1");
		await once(server, "listening");
		const client = clientOf(open, { authorities: own.authority });

		const faults = [
			await faultOf(post(client, `https://127.0.0.1:${portOf(server)}/`)),
			await faultOf(client.connectTls("127.0.0.1", portOf(server), signal).then((socket) => socket.destroy())),
		];

		server.close();
		expect(faults).toEqual([fault, fault]);
	});

	test("of the name is taken, by TLS alone too", async () => {
		dns.point(NAME, ["127.0.0.1"]);

		const socket = await clientOf(open).connectTls(NAME, port, signal);

		expect(socket.authorized).toBe(true);
		socket.destroy();
	});
});

describe("a TLS server of a tenant", () => {
	test.each([
		["localhost", 6514],
		["127.0.0.1", 6514],
		["::1", 6514],
		["logs.example.com", 25],
	])("%s:%i is refused", async (host, port) => {
		const client = clientOf(strict);

		expect(() => client.checkServer(host, port)).toThrow(OutboundError);
		expect(await faultOf(client.connectTls(host, port, signal))).toBe("target_refused");
	});
});
