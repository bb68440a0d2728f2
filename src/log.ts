import { writeSync } from "node:fs";
import { type Clock, systemClock, systemSteadyMs } from "#kernel/clock";
import { LOG_FIELDS, type LogFields } from "#kernel/log-fields";
import { describeError, type LoggedError, mask, maskPath, maskUrl } from "./log/mask.ts";
import { type Dependency, Outages } from "./log/outages.ts";

/** Fields of the access log line of one request. */
export interface AccessFields {
	/** UUID. */
	readonly requestId: string;
	readonly method: string;
	/** Template of the route; empty when no route matched. */
	readonly route: string;
	/** URL of a request that no operation takes, of which the log shows the path; null for all others. */
	readonly unroutedUrl: string | null;
	readonly status: number;
	readonly durationMs: number;
	/** Tenant of the caller; null without one. */
	readonly orgId: string | null;
	/** Id of the principal; null for an anonymous caller. */
	readonly userId: string | null;
	/** Error code of the response; null on success. */
	readonly code: string | null;
}

export type { LogFields } from "#kernel/log-fields";

/** Log levels in ascending order; a log writes its level and those after it. */
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Log for operators. No method throws. */
export interface Log {
	debug(message: string, fields?: LogFields): void;
	info(message: string, fields?: LogFields): void;
	/**
	 * For what is tried again. A line whose error is the outage of a dependency is only counted, and written at level
	 * `debug`: see {@link Outages}.
	 */
	warn(message: string, fields?: LogFields): void;
	/** For bugs, and for what is lost. Written immediately, together with the lines before it. */
	error(message: string, fields?: LogFields): void;
	/** Recognizes the outages of a dependency from here on. Returns what notes one by which no operation has failed. */
	watch(dependency: Dependency): (reason: string) => void;
	/** Writes the line of one finished request, at level `info`. On the hot path: about a microsecond. */
	access(fields: AccessFields): void;
	/** Returns a log whose lines all have `fields`. */
	child(fields: LogFields): Log;
	/** Writes what is buffered. */
	flush(): void;
}

/** Options of {@link createLog}. */
export interface LogOptions {
	readonly level: LogLevel;
	/** `json`: one object per line; `pretty`: coloured text for a terminal. */
	readonly format: "json" | "pretty";
	/** Writes whole lines. Default: standard output, with the rest flushed when the process exits. */
	readonly write?: (lines: string) => void;
	/** Default: the system clock. */
	readonly clock?: Clock;
}

/** Lines are buffered for this long, in ms, or until there are so many characters. */
const FLUSH_AFTER_MS = 50;
const FLUSH_AT_CHARS = 16_384;
/** Maximum number of characters buffered while standard output is blocked; anything beyond is lost. */
const MAX_PENDING_CHARS = 4_194_304;

/** Characters that must be escaped in a JSON string. */
const NEEDS_ESCAPE = /["\\\p{Cc}\p{Cs}\u2028\u2029]/u;
const quote = (text: string): string => (NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`);
const quoteOrNull = (text: string | null): string => (text === null ? "null" : quote(text));

/** Returns the value of a field as it is logged; undefined omits the field. */
function loggedValue(field: keyof LogFields, value: unknown): string | number | LoggedError | undefined {
	if (value === undefined || value === null) return undefined;
	if (field === "error") return describeError(value);
	if (typeof value === "number") return value;
	return field === "url" ? maskUrl(String(value)) : mask(String(value));
}

/** Returns the fields with a value, in the order of the allow-list. */
function entriesOf(fields: LogFields): [keyof LogFields, string | number | LoggedError][] {
	return LOG_FIELDS.flatMap((field) => {
		const value = loggedValue(field, fields[field]);
		return value === undefined ? [] : [[field, value]];
	});
}

interface Formatter {
	line(at: string, level: LogLevel, message: string, fields: LogFields): string;
	access(at: string, fields: AccessFields): string;
}

const jsonLines: Formatter = {
	line: (at, level, message, fields) =>
		`${JSON.stringify({ at, level, message: mask(message), ...Object.fromEntries(entriesOf(fields)) })}\n`,
	access: (at, { requestId, method, route, unroutedUrl, status, durationMs, orgId, userId, code }) =>
		`{"at":"${at}","level":"info","message":"request","requestId":${quote(requestId)},"method":${quote(method)},"route":${quote(route)},"status":${status},"durationMs":${Math.round(durationMs * 1000) / 1000},"orgId":${quoteOrNull(orgId)},"userId":${quoteOrNull(userId)},"code":${quoteOrNull(code)}${unroutedUrl === null ? "" : `,"path":${quote(maskPath(unroutedUrl))}`}}\n`,
};

const COLOURS: Readonly<Record<LogLevel, number>> = { debug: 90, info: 36, warn: 33, error: 31 };
const paint = (colour: number, text: string): string => `\x1b[${colour}m${text}\x1b[0m`;

/** Formats an error and its causes, indented below its line. */
function prettyError(error: LoggedError): string {
	const own = (error.stack ?? `${error.name}: ${error.message}`).replaceAll("\n", "\n  ");
	const parts = [...(error.errors ?? []), ...(error.cause ? [error.cause] : [])];
	return `\n  ${own}${parts.map((part) => `\n  caused by${prettyError(part)}`).join("")}`;
}

const prettyLines: Formatter = {
	line(at, level, message, fields) {
		let line = `${paint(90, at.slice(11, 23))} ${paint(COLOURS[level], level.toUpperCase().padEnd(5))} ${mask(message)}`;
		for (const [field, value] of entriesOf(fields)) {
			line += typeof value === "object" ? prettyError(value) : ` ${paint(90, `${field}=`)}${value}`;
		}
		return `${line}\n`;
	},
	access(at, { requestId, method, route, unroutedUrl, status, durationMs, orgId, code }) {
		const shown = paint(status >= 500 ? 31 : status >= 400 ? 33 : 32, String(status));
		const where = unroutedUrl === null ? route || "(no route)" : maskPath(unroutedUrl);
		const tail = [code, orgId, requestId].filter(Boolean).join(" ");
		return `${paint(90, at.slice(11, 23))} ${shown} ${method} ${where} ${durationMs.toFixed(1)} ms ${paint(90, tail)}\n`;
	},
};

/** Creates a formatter of RFC 3339 timestamps that formats each second once, because every request needs one. */
function createTimestampFormatter(): (ms: number) => string {
	let second = -1;
	let prefix = "";
	return (ms) => {
		const current = Math.floor(ms / 1000);
		if (current !== second) {
			second = current;
			prefix = new Date(current * 1000).toISOString().slice(0, 20);
		}
		return `${prefix}${String(Math.floor(ms) - current * 1000).padStart(3, "0")}Z`;
	};
}

/** Writes to standard output as much as it accepts; returns the rest when a pipe is full. */
function writeToStdout(text: string): string {
	const bytes = Buffer.from(text);
	let written = 0;
	try {
		while (written < bytes.length) written += writeSync(1, bytes, written);
		return "";
	} catch (error) {
		const full = error instanceof Error && "code" in error && error.code === "EAGAIN";
		return full ? bytes.toString("utf8", written) : "";
	}
}

/**
 * Creates a buffer that writes lines in batches: a system call per request would cost more than the line. Never throws.
 */
function createBuffer(write: ((lines: string) => void) | undefined) {
	let pending = "";
	let timer: ReturnType<typeof setTimeout> | undefined;

	function flush(): void {
		clearTimeout(timer);
		timer = undefined;
		const lines = pending;
		pending = "";
		if (!lines) return;
		try {
			if (write) write(lines);
			else pending = writeToStdout(lines);
		} catch {
			// There is nowhere else to report it.
		}
		if (pending) schedule();
	}
	function schedule(): void {
		timer ??= setTimeout(flush, FLUSH_AFTER_MS);
		timer.unref();
	}
	return {
		flush,
		add(line: string): void {
			if (pending.length > MAX_PENDING_CHARS) return;
			pending += line;
			if (pending.length >= FLUSH_AT_CHARS) flush();
			else if (timer === undefined) schedule();
		},
	};
}

/** Creates a log. Without `write` it goes to standard output and is flushed when the process exits. */
export function createLog({ level, format, write, clock = systemClock }: LogOptions): Log {
	const buffer = createBuffer(write);
	const formatter = format === "json" ? jsonLines : prettyLines;
	const formatTimestamp = createTimestampFormatter();
	const threshold = LOG_LEVELS.indexOf(level);
	const showsAccess = threshold <= LOG_LEVELS.indexOf("info");
	if (!write) process.once("exit", buffer.flush);

	const outages = new Outages(
		{ info: (message, fields) => own.info(message, fields), warn: (message, fields) => own.warn(message, fields) },
		systemSteadyMs,
	);

	function withFields(base: LogFields): Log {
		const createMethod = (lineLevel: LogLevel) => {
			if (LOG_LEVELS.indexOf(lineLevel) < threshold) return () => {};
			return (message: string, fields: LogFields = {}) => {
				try {
					buffer.add(formatter.line(formatTimestamp(clock.nowMs()), lineLevel, message, { ...base, ...fields }));
					if (lineLevel === "error") buffer.flush();
				} catch {
					// An unreadable value must not fail the request that logs it.
				}
			};
		};
		const [debug, warn] = [createMethod("debug"), createMethod("warn")];
		return {
			debug,
			info: createMethod("info"),
			warn(message, fields) {
				const isOutage = fields?.error !== undefined && outages.absorbs(fields.error);
				(isOutage ? debug : warn)(message, fields);
			},
			error: createMethod("error"),
			watch: (dependency) => outages.watch(dependency),
			access(fields) {
				if (showsAccess) buffer.add(formatter.access(formatTimestamp(clock.nowMs()), fields));
			},
			child: (fields) => withFields({ ...base, ...fields }),
			flush: buffer.flush,
		};
	}
	const own = withFields({});
	return own;
}
