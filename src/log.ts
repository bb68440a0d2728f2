import { writeSync } from "node:fs";
import { type Clock, systemClock } from "#kernel/clock";
import { type AccessFields, LOG_FIELDS, type LogFields } from "./log/fields.ts";
import { describeError, type LoggedError, mask, maskUrl } from "./log/mask.ts";

export type { AccessFields, LogFields } from "./log/fields.ts";

/** How much a line matters; a log shows its level and those after it. */
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Where the service tells its operator what it does. No method throws. */
export interface Log {
	debug(message: string, fields?: LogFields): void;
	info(message: string, fields?: LogFields): void;
	warn(message: string, fields?: LogFields): void;
	/** Written at once, lines before it included. */
	error(message: string, fields?: LogFields): void;
	/** The line of one finished request, at level `info`. On the hot path: about a microsecond. */
	access(fields: AccessFields): void;
	/** A log whose lines all carry `fields`. */
	child(fields: LogFields): Log;
	/** Writes what is buffered. */
	flush(): void;
}

/** How a log is made. */
export interface LogOptions {
	readonly level: LogLevel;
	/** `json`: one object per line; `pretty`: coloured text for a terminal. */
	readonly format: "json" | "pretty";
	/** Takes whole lines. Default: standard output, the rest flushed when the process exits. */
	readonly write?: (lines: string) => void;
	/** Default: the machine's clock. */
	readonly clock?: Clock;
}

/** Lines wait this long for company, in ms, or until there are so many characters. */
const FLUSH_AFTER_MS = 50;
const FLUSH_AT_CHARS = 16_384;
/** When standard output takes nothing any more, this many characters wait; what comes then is lost. */
const MAX_PENDING_CHARS = 4_194_304;

/** Matches what would break out of a JSON string. */
const NEEDS_ESCAPE = /["\\\p{Cc}\p{Cs}\u2028\u2029]/u;
const quote = (text: string): string => (NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`);
const quoteOrNull = (text: string | null): string => (text === null ? "null" : quote(text));

/** The value of a field as it is logged; undefined leaves the field out. */
function presentable(field: keyof LogFields, value: unknown): string | number | LoggedError | undefined {
	if (value === undefined || value === null) return undefined;
	if (field === "error") return describeError(value);
	if (typeof value === "number") return value;
	return field === "url" ? maskUrl(String(value)) : mask(String(value));
}

/** The fields that have something to say, in the order of the allow-list. */
function entriesOf(fields: LogFields): [keyof LogFields, string | number | LoggedError][] {
	return LOG_FIELDS.flatMap((field) => {
		const value = presentable(field, fields[field]);
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
	access: (at, { requestId, method, route, status, durationMs, orgId, userId, code }) =>
		`{"at":"${at}","level":"info","message":"request","requestId":${quote(requestId)},"method":${quote(method)},"route":${quote(route)},"status":${status},"durationMs":${Math.round(durationMs * 1000) / 1000},"orgId":${quoteOrNull(orgId)},"userId":${quoteOrNull(userId)},"code":${quoteOrNull(code)}}\n`,
};

const COLOURS: Readonly<Record<LogLevel, number>> = { debug: 90, info: 36, warn: 33, error: 31 };
const paint = (colour: number, text: string): string => `\x1b[${colour}m${text}\x1b[0m`;

/** The text of an error and its causes, indented below its line. */
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
	access(at, { requestId, method, route, status, durationMs, orgId, code }) {
		const shown = paint(status >= 500 ? 31 : status >= 400 ? 33 : 32, String(status));
		const tail = [code, orgId, requestId].filter(Boolean).join(" ");
		return `${paint(90, at.slice(11, 23))} ${shown} ${method} ${route || "(no route)"} ${durationMs.toFixed(1)} ms ${paint(90, tail)}\n`;
	},
};

/** RFC 3339 text of an instant; the text of a second is made once, because every request asks. */
function createStamp(): (ms: number) => string {
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

/** Writes to standard output whatever it takes; answers the rest, which a full pipe makes wait. */
function writeOut(text: string): string {
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
 * Collects lines and writes them together: a system call per request would cost more than the line. Never throws.
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
			else pending = writeOut(lines);
		} catch {
			// There is no second place to complain to.
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

/** Opens a log. Without `write` it goes to standard output and is flushed when the process exits. */
export function createLog({ level, format, write, clock = systemClock }: LogOptions): Log {
	const buffer = createBuffer(write);
	const formatter = format === "json" ? jsonLines : prettyLines;
	const stamp = createStamp();
	const threshold = LOG_LEVELS.indexOf(level);
	const showsAccess = threshold <= LOG_LEVELS.indexOf("info");
	if (!write) process.once("exit", buffer.flush);

	function withFields(base: LogFields): Log {
		const say = (lineLevel: LogLevel) => {
			if (LOG_LEVELS.indexOf(lineLevel) < threshold) return () => {};
			return (message: string, fields: LogFields = {}) => {
				try {
					buffer.add(formatter.line(stamp(clock.nowMs()), lineLevel, message, { ...base, ...fields }));
					if (lineLevel === "error") buffer.flush();
				} catch {
					// A value that cannot be read must not take the request along that wanted to tell of it.
				}
			};
		};
		return {
			debug: say("debug"),
			info: say("info"),
			warn: say("warn"),
			error: say("error"),
			access(fields) {
				if (showsAccess) buffer.add(formatter.access(stamp(clock.nowMs()), fields));
			},
			child: (fields) => withFields({ ...base, ...fields }),
			flush: buffer.flush,
		};
	}
	return withFields({});
}
