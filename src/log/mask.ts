/** Patterns of secrets that must not be logged even inside a text, with their replacements. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
	// Drizzle puts the values of a failed statement into its message: personal data and hashes.
	[/^params: [\s\S]*?(?=\n\s+at |(?![\s\S]))/gm, "params: ***"],
	[/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, "$1 ***"],
	[/\beyJ[\w-]{5,}\.[\w-]+(\.[\w-]*)?/g, "***"],
	[/\b(mpk_|whsec_)[\w+/=-]+/g, "$1***"],
	[/(\b(?:https?|wss?|file):\/\/)[^\s/?#"'@]*@/gi, "$1***@"],
	[
		/((?:password|passwd|secret|token|api[_-]?key|authorization|cookie)["']?\s*[=:]\s*)(?:"[^"]*"|'[^']*'|[^\s"'&,;)}\]]+)/gi,
		"$1***",
	],
];

/**
 * A URL of a service other than the web: such as `postgres:`, whose password people write as it is, with quotes, `@` and
 * what ends the host.
 */
const SERVICE_URL = /(\b(?!(?:https?|wss?|file):)[a-z][a-z0-9+.-]*:\/\/)((?:(?!:\/\/)\S)*@\S*)/gi;

/** Masks user and password of a {@link SERVICE_URL}; all of it when they may have been written as they are. */
function maskServiceUrl(_url: string, scheme: string, rest: string): string {
	const [authority = ""] = rest.split(/[/?#]/, 1);
	const after = rest.slice(authority.length);
	return after.includes("@")
		? `${scheme}***`
		: `${scheme}***@${authority.slice(authority.lastIndexOf("@") + 1)}${after}`;
}

/** Masks anything in `text` that looks like a secret, and truncates it at 8,192 characters. */
export function mask(text: string): string {
	let masked = text.length > 8192 ? `${text.slice(0, 8192)}…` : text;
	masked = masked.replace(SERVICE_URL, maskServiceUrl);
	for (const [pattern, replacement] of SECRETS) masked = masked.replace(pattern, replacement);
	return masked;
}

/** Removes user, query and fragment of a URL, the parts that may contain secrets. */
export function maskUrl(url: string): string {
	// Masked first: what follows a # may be the end of a password, by which the rest is recognized.
	return mask(url).replace(/[?#][\s\S]*$/, "");
}

/** Maximum length of a logged path, in characters. */
const MAX_PATH_CHARS = 200;
/** A segment longer than ids and names may be a secret of a link that was cut or misspelt. */
const LONG_SEGMENT = /[^/]{41,}/g;

/**
 * Returns the path of a requested URL as it is logged: in 200 characters at most, without query, with long segments
 * masked, and nothing that a terminal would obey.
 */
export function maskPath(url: string): string {
	const [, path = ""] = /^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(url) ?? [];
	const masked = mask(path.slice(0, 8192).replace(LONG_SEGMENT, "***")).replace(/[^!-~]/g, "?");
	return masked.length > MAX_PATH_CHARS ? `${masked.slice(0, MAX_PATH_CHARS)}...` : masked;
}

/** A thrown value in the form it is logged. */
export interface LoggedError {
	readonly name: string;
	readonly message: string;
	/** Of an `AppError`, the driver or the system: `ENOSPC`. */
	readonly code?: string;
	readonly stack?: string;
	readonly cause?: LoggedError;
	/** The parts of an `AggregateError`, the first five. */
	readonly errors?: readonly LoggedError[];
}

/** Maximum depth to which causes are followed. */
const MAX_CAUSES = 6;

/** Converts a thrown value of any kind. Secrets are masked, causes followed; anything unreadable is omitted. */
export function describeError(thrown: unknown, depth = 0): LoggedError {
	try {
		if (!(thrown instanceof Error)) {
			return {
				name: typeof thrown,
				message: mask(typeof thrown === "string" ? thrown : (JSON.stringify(thrown) ?? "")),
			};
		}
		const { name, message, stack, cause } = thrown;
		const code: unknown = "code" in thrown ? thrown.code : undefined;
		const parts: unknown = "errors" in thrown ? thrown.errors : undefined;
		return {
			name: String(name),
			message: mask(String(message)),
			...((typeof code === "string" || typeof code === "number") && { code: String(code) }),
			...(stack && { stack: mask(stack) }),
			...(cause !== undefined && depth < MAX_CAUSES && { cause: describeError(cause, depth + 1) }),
			...(Array.isArray(parts) &&
				depth < MAX_CAUSES && { errors: parts.slice(0, 5).map((part: unknown) => describeError(part, depth + 1)) }),
		};
	} catch {
		return { name: "Unreadable", message: "the thrown value cannot be read" };
	}
}
