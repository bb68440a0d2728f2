import { text } from "#kernel/texts";
import { foreignOrigin, notAHandshake } from "./errors.ts";

/** The subprotocol of sockets. */
const PROTOCOL = "parley.v1";
const TICKET = /^ticket\.(.{1,8192})$/;

/** What a request asks to become. */
export interface Handshake {
	readonly kind: "socket" | "stream";
	/** The ticket that it offers as subprotocol; null: none. */
	readonly ticket: string | null;
	/** The subprotocol that was agreed on; null: the client offered none. */
	readonly protocol: string | null;
}

/**
 * Reads what a request asks to become: a socket, or an event stream.
 * @param isAllowedOrigin whether pages of an origin may connect, given the `Host`
 * @throws `invalid_request` for neither, `forbidden` for a page of another site
 */
export function readHandshake(
	{ method, headers }: Pick<Request, "method" | "headers">,
	isAllowedOrigin: (origin: string, host: string | null) => boolean,
): Handshake {
	const origin = headers.get("origin");
	if (origin !== null && !isAllowedOrigin(origin, headers.get("host"))) throw foreignOrigin();
	if (headers.get("upgrade")?.toLowerCase() === "websocket") return readSocket(method, headers);
	if (headers.get("accept")?.includes("text/event-stream") && method === "GET")
		return { kind: "stream", ticket: null, protocol: null };
	throw notAHandshake("Connect with a WebSocket, or send Accept: text/event-stream.");
}

function readSocket(method: string, headers: Headers): Handshake {
	if (method !== "GET") throw notAHandshake("A handshake must be a GET request.");
	if (headers.get("sec-websocket-version") !== "13") throw notAHandshake("Sec-WebSocket-Version must be 13.");
	if (!/^[A-Za-z0-9+/]{22}==$/.test(headers.get("sec-websocket-key") ?? ""))
		throw notAHandshake("Sec-WebSocket-Key must be 16 bytes in Base64.");
	const offered = (headers.get("sec-websocket-protocol") ?? "")
		.split(",")
		.map((each) => each.trim())
		.filter((each) => each !== "");
	if (offered.length === 0) return { kind: "socket", ticket: null, protocol: null };
	// The ticket is never repeated in the response.
	if (!offered.includes(PROTOCOL))
		throw notAHandshake(text("Sec-WebSocket-Protocol must offer {protocol}.", { protocol: PROTOCOL }));
	const ticket = offered.map((each) => TICKET.exec(each)?.[1]).find((each) => each !== undefined);
	return { kind: "socket", ticket: ticket ?? null, protocol: PROTOCOL };
}
