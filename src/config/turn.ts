import type { OtherIceServer } from "#modules/meetings/relay";
import type { Parsed } from "./parse.ts";
import type { Environment, VariableName } from "./variables.ts";

/** The relay between browsers, and other servers by which they reach each other. */
export interface TurnConfig {
	readonly host: string;
	/** 0…65,535; 0 takes a free port; undefined: this instance relays nothing. */
	readonly port: number | undefined;
	/** Certificate and key, PEM; undefined: plain TCP. */
	readonly tls: { readonly cert: string; readonly key: string } | undefined;
	/** Where browsers find the relay; empty: at the host of `PUBLIC_URL`. */
	readonly urls: readonly string[];
	/** Undefined: derived from the encryption key. */
	readonly secret: string | undefined;
	/** What it carries in a second. */
	readonly bytesPerSecond: number;
	readonly others: readonly OtherIceServer[];
}

const BYTES_PER_MBIT = 125_000;
const MAX_SERVERS = 16;
const TURN_URL = /^(turns?:[^\s/?#@]+)(?:\?transport=tcp)?$/;
const ICE_URL = /^(?:stuns?:[^\s/?#@]+|turns?:[^\s/?#@]+(?:\?transport=(?:udp|tcp))?)$/;

/** Parses an address of the relay, which is reached by TCP alone. */
function parseTurnUrl(text: string): Parsed<string> {
	const [, address] = TURN_URL.exec(text) ?? [];
	return address === undefined
		? { error: `"${text}" is not an address such as turns:turn.example.edu:443` }
		: { value: `${address}?transport=tcp` };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Reads one server; null: it is none. */
function readServer(item: unknown): OtherIceServer | null {
	if (!isObject(item)) return null;
	const { urls: given, username, credential, secret, ...others } = item;
	const urls = typeof given === "string" ? [given] : given;
	if (Object.keys(others).length > 0 || !Array.isArray(urls) || urls.length === 0) return null;
	if (!urls.every((url) => isText(url) && ICE_URL.test(url))) return null;
	const isFixed = isText(username) && isText(credential) && secret === undefined;
	if (isFixed) return { urls, access: { username, credential } };
	if (username !== undefined || credential !== undefined) return null;
	if (isText(secret)) return { urls, access: { secret } };
	const isOpen = secret === undefined && urls.every((url: string) => url.startsWith("stun"));
	return isOpen ? { urls, access: null } : null;
}

/** Parses `ICE_SERVERS`. The error contains none of it. */
function parseIceServers(text: string): Parsed<readonly OtherIceServer[]> {
	let items: unknown;
	try {
		items = JSON.parse(text);
	} catch {
		return { error: "expected JSON: an array of servers" };
	}
	if (!Array.isArray(items) || items.length > MAX_SERVERS)
		return { error: `expected an array of up to ${MAX_SERVERS} servers` };
	const servers = items.map(readServer);
	const at = servers.indexOf(null);
	return at < 0
		? { value: servers.filter((server) => server !== null) }
		: {
				error: `server ${at + 1} needs "urls" (stun:, stuns:, turn:, turns:), and for TURN "username" and "credential", or "secret"`,
			};
}

const parsePem =
	(what: string) =>
	(text: string): Parsed<string> =>
		text.startsWith("-----BEGIN ") ? { value: text } : { error: `expected ${what} in PEM (-----BEGIN …)` };

/** What parses variables and reports invalid ones. */
interface Reader {
	addError(name: VariableName, error: string): void;
	parse<T>(name: VariableName, text: string | undefined, parser: (text: string) => Parsed<T>): T | undefined;
	parseAll<T>(name: VariableName, items: readonly string[] | undefined, parser: (text: string) => Parsed<T>): T[];
	requireTogether(environment: Environment, names: readonly VariableName[]): boolean;
}

/** Reads how browsers reach each other; what is invalid is reported. */
export function readTurn(environment: Environment, reader: Reader): TurnConfig {
	const { TURN_PORT: port, TURN_TLS_CERT, TURN_TLS_KEY, TURN_MBIT: mbit } = environment;
	const isTls = reader.requireTogether(environment, ["TURN_TLS_CERT", "TURN_TLS_KEY"]);
	if (isTls && port === undefined) reader.addError("TURN_PORT", "is required because TURN_TLS_CERT is set");
	const cert = reader.parse("TURN_TLS_CERT", TURN_TLS_CERT, parsePem("a certificate"));
	const key = reader.parse("TURN_TLS_KEY", TURN_TLS_KEY, parsePem("a key"));
	return {
		host: environment.TURN_HOST,
		port,
		tls: cert && key ? { cert, key } : undefined,
		urls: reader.parseAll("TURN_URL", environment.TURN_URL, parseTurnUrl),
		secret: environment.TURN_SECRET,
		bytesPerSecond: mbit * BYTES_PER_MBIT,
		others: reader.parse("ICE_SERVERS", environment.ICE_SERVERS, parseIceServers) ?? [],
	};
}
