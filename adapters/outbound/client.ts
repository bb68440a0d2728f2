import { isIP } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import { text } from "#kernel/texts";
import { type Outbound, OutboundError, type OutboundGet, type OutboundResponse } from "#platform/outbound";
import type { ResolveAddresses } from "../dns/addresses.ts";
import { assertNameable, assertReachable, hostOf, parseTarget, portOf, type TargetPolicy } from "./targets.ts";

/** Time for everything: the name, the connection, the request, the response, in ms. */
const TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 64 * 1024;
/** Addresses of one name that are tried. */
const MAX_ADDRESSES = 3;

export interface OutboundDeps {
	readonly policy: TargetPolicy;
	readonly resolve: ResolveAddresses;
	/** Certificates of the authorities that are trusted, PEM; null: those of the system. */
	readonly authorities?: string | null;
	/** For tests: time for everything, in ms; default 15,000. */
	readonly timeoutMs?: number;
}

/** Creates the client for servers that tenants name. */
export function createOutbound({
	policy,
	resolve,
	authorities = null,
	timeoutMs = TIMEOUT_MS,
}: OutboundDeps): Outbound {
	const ca = authorities === null ? {} : { ca: authorities };

	/** Returns the addresses of a host, all of which may be connected to. @throws OutboundError */
	async function addressesOf(host: string, port: number, signal: AbortSignal): Promise<readonly string[]> {
		assertNameable(policy, host, port);
		const addresses = await resolve(host, signal);
		if (addresses.length === 0)
			throw new OutboundError("name_not_found", text("The name {host} has no address.", { host }));
		// All of them, since whoever controls the name controls their order.
		for (const address of addresses) assertReachable(policy, address, port);
		return addresses.slice(0, MAX_ADDRESSES);
	}

	/** Tries the addresses of a host one after the other, as long as no connection comes about. */
	async function atOneOf<T>(
		{ host, port }: { readonly host: string; readonly port: number },
		given: AbortSignal,
		work: (address: string, signal: AbortSignal) => Promise<T>,
	): Promise<T> {
		const deadline = AbortSignal.timeout(timeoutMs);
		const signal = AbortSignal.any([given, deadline]);
		try {
			let fault: unknown;
			for (const address of await addressesOf(host, port, signal)) {
				try {
					return await work(address, signal);
				} catch (error) {
					fault = toOutboundError(error);
					const isNext = fault instanceof OutboundError && fault.fault === "connection_failed" && isUnsent(error);
					if (!isNext) break;
				}
			}
			throw fault;
		} catch (error) {
			given.throwIfAborted();
			throw deadline.aborted ? timedOut(timeoutMs, error) : error;
		}
	}

	async function send(method: Sent["method"], text: string, request: OutboundGet & Pick<Sent, "body">) {
		const url = parseTarget(policy, text);
		const host = hostOf(url);
		return atOneOf({ host, port: portOf(url) }, request.signal, (address, signal) =>
			requestFrom(atAddress(url, address), url, { ...request, method }, { ca, signal }),
		);
	}

	return {
		checkUrl: (url) => parseTarget(policy, url).href,
		checkServer: (host, port) => assertNameable(policy, host, port),

		get: (url, request) => send("GET", url, { ...request, body: null }),
		post: (url, request) => send("POST", url, request),

		connectTls: (host, port, given, own = null) =>
			atOneOf({ host, port }, given, (address, signal) =>
				connectTo({ address, host, port, ca: own === null ? ca : { ca: own }, signal }),
			),
	};
}

/** Returns the URL with an address in place of the name: it is not resolved again. */
function atAddress(url: URL, address: string): string {
	const pinned = new URL(url);
	pinned.hostname = address.includes(":") ? `[${address}]` : address;
	return pinned.href;
}

/** What is sent to a server. */
interface Sent {
	readonly method: "GET" | "POST";
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string | null;
}

async function requestFrom(
	pinned: string,
	url: URL,
	{ method, headers, body }: Sent,
	{ ca, signal }: { readonly ca: { readonly ca?: string }; readonly signal: AbortSignal },
): Promise<OutboundResponse> {
	const response = await fetch(pinned, {
		method,
		headers: { ...headers, host: url.host, "accept-encoding": "identity" },
		body,
		signal,
		redirect: "manual",
		decompress: false,
		// A connection that is kept could be one to a server of the same address with another name.
		keepalive: false,
		...({ proxy: false } as object),
		tls: { serverName: hostOf(url), rejectUnauthorized: true, ...ca },
	});
	return { status: response.status, headers: response.headers, body: await readStart(response) };
}

/** Reads what of a body is kept, and ends the response there. */
async function readStart(response: Response): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let left = MAX_RESPONSE_BYTES;
	for await (const chunk of response.body ?? []) {
		chunks.push(chunk.subarray(0, left));
		left -= chunk.byteLength;
		// Leaving the loop cancels the stream.
		if (left <= 0) break;
	}
	return Buffer.concat(chunks);
}

/** A TLS server at an address that was checked. */
interface PinnedServer {
	readonly address: string;
	readonly host: string;
	readonly port: number;
	readonly ca: { readonly ca?: string };
	readonly signal: AbortSignal;
}

async function connectTo({ address, host, port, ca, signal }: PinnedServer): Promise<TLSSocket> {
	// An address is no name to ask for (RFC 6066); without one, the certificate must be valid for the address.
	const name = isIP(host) > 0 ? {} : { servername: host };
	const socket = connect({ host: address, port, ...name, rejectUnauthorized: true, ...ca });
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	const onAbort = () => reject(signal.reason);
	signal.addEventListener("abort", onAbort, { once: true });
	socket.once("error", reject);
	socket.once("close", () => reject(new Error("the server closed the connection")));
	socket.once("secureConnect", () => resolve());
	try {
		await promise;
		return socket;
	} catch (error) {
		socket.destroy();
		throw error;
	} finally {
		signal.removeEventListener("abort", onAbort);
	}
}

const timedOut = (ms: number, cause: unknown) =>
	new OutboundError("timed_out", text("There was no response within {seconds} s.", { seconds: ms / 1000 }), { cause });

const codeOf = (error: unknown): string =>
	typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";

/** Whether nothing of a request can have arrived. */
const isUnsent = (error: unknown): boolean =>
	["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ConnectionRefused", "FailedToOpenSocket"].includes(codeOf(error));

function toOutboundError(error: unknown): unknown {
	if (error instanceof OutboundError || (error instanceof DOMException && error.name !== "NetworkError")) return error;
	const code = codeOf(error);
	if (/CERT|ALTNAME|SELF_SIGNED|UNABLE_TO|ERR_TLS|EPROTO/.test(code))
		return new OutboundError("certificate_refused", text("The certificate was rejected ({code}).", { code }), {
			cause: error,
		});
	return new OutboundError(
		"connection_failed",
		code === "" ? "No connection, or it broke." : text("No connection, or it broke ({code}).", { code }),
		{
			cause: error,
		},
	);
}
