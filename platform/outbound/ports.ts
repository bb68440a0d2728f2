import type { TLSSocket } from "node:tls";
import { type Message, render } from "#kernel/texts";

/**
 * Why a request to somebody else's server did not get a response: its URL or address may not be used, its name was not
 * found, no connection came about, its certificate was not accepted, or it took too long.
 */
export type OutboundFault =
	| "target_refused"
	| "name_not_found"
	| "connection_failed"
	| "certificate_refused"
	| "timed_out";

/** Thrown where a request to somebody else's server gets no response. Its message is meant for who runs that server. */
export class OutboundError extends Error {
	override readonly name = "OutboundError";
	readonly fault: OutboundFault;
	readonly #text: Message;
	constructor(fault: OutboundFault, text: Message, options?: ErrorOptions) {
		super(render(text, "en"), options);
		this.fault = fault;
		this.#text = text;
	}

	/** What is shown, to be rendered in the language of who reads it. */
	get text(): Message {
		return this.#text;
	}
}

/** A GET from somebody else's server. */
export interface OutboundGet {
	/** Further headers; `Host` and those about the body are set by the client. */
	readonly headers: Readonly<Record<string, string>>;
	/** Ends the request early. */
	readonly signal: AbortSignal;
}

/** A POST to somebody else's server. */
export interface OutboundRequest extends OutboundGet {
	readonly body: string;
}

/** A response of somebody else's server, whatever its status. */
export interface OutboundResponse {
	readonly status: number;
	readonly headers: Headers;
	/** Its first 64 KiB, as they were sent, possibly compressed. */
	readonly body: Uint8Array;
}

/**
 * Connections to servers that tenants name. They could name the operator's own: each address is checked before it is used,
 * the connection goes to the very address that was checked, and no redirect is followed.
 */
export interface Outbound {
	/**
	 * Checks a URL without resolving its name, and returns its canonical form.
	 * @throws OutboundError `target_refused`: another scheme, credentials, a port or an address that may not be used
	 */
	checkUrl(url: string): string;
	/** Checks the host and port of a TLS server like {@link Outbound.checkUrl}. @throws OutboundError `target_refused` */
	checkServer(host: string, port: number): void;
	/** Sends a GET, and reads the response, within 15 s. @throws OutboundError; the reason of the signal */
	get(url: string, request: OutboundGet): Promise<OutboundResponse>;
	/** Sends a POST, and reads the response, within 15 s. @throws OutboundError; the reason of the signal */
	post(url: string, request: OutboundRequest): Promise<OutboundResponse>;
	/**
	 * Connects to a TLS server, whose certificate must be valid for `host`, within 15 s.
	 * @param authorities certificates, PEM, of those who may vouch for it; null: those who may for every server
	 * @throws OutboundError; the reason of the signal
	 */
	connectTls(host: string, port: number, signal: AbortSignal, authorities?: string | null): Promise<TLSSocket>;
}
