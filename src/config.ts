import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { readVariable, variableNames } from "#kernel/env";
import { parseKeys } from "#kernel/key-ring";
import type { PublicUrl } from "#kernel/public-url";
import { readBackup } from "./config/backup.ts";
import { readBilling } from "./config/billing.ts";
import { readMediaWorker } from "./config/media-worker.ts";
import {
	type Parsed,
	parseCidr,
	parseDatabaseUrl,
	parseEnforcedMode,
	parseHostName,
	parseIssuer,
	parseOrigin,
	parsePublicUrl,
	parseResolver,
	parseUrl,
} from "./config/parse.ts";
import { DEFAULT_RATE_LIMITS, parseRateLimits } from "./config/rate-limits.ts";
import { readTurn } from "./config/turn.ts";
import type { Config, OidcConfig, S3Config } from "./config/types.ts";
import { describeUnknownVariable } from "./config/unknown-names.ts";
import { Environment, isVariableName, VARIABLES, type VariableName } from "./config/variables.ts";

export type { RateLimits, RatePolicyName } from "./config/rate-limits.ts";
export type * from "./config/types.ts";

/** Thrown for an invalid configuration. `errors` has one line for each problem to fix; no line contains a secret. */
export class ConfigError extends Error {
	override readonly name = "ConfigError";
	readonly errors: readonly string[];

	constructor(errors: readonly string[]) {
		super(["The configuration is invalid:", ...errors].join("\n  "));
		this.errors = errors;
	}
}

/** Collects errors while reading, so that one start shows all of them. */
class ConfigReader {
	readonly errors: string[] = [];

	addError(name: string, error: string): void {
		this.errors.push(`${name}: ${error}`);
	}

	/** Parses the value of a variable; undefined when it is unset or invalid. */
	parse<T>(name: VariableName, text: string | undefined, parser: (text: string) => Parsed<T>): T | undefined {
		if (text === undefined) return undefined;
		const parsed = parser(text);
		if ("value" in parsed) return parsed.value;
		this.addError(name, parsed.error);
		return undefined;
	}

	/** Parses each item of a list; invalid ones are reported and omitted. */
	parseAll<T>(name: VariableName, items: readonly string[] | undefined, parser: (text: string) => Parsed<T>): T[] {
		return (items ?? []).map((item) => this.parse(name, item, parser)).filter((value) => value !== undefined);
	}

	/** Reports each of `names` that is missing although another one is set. Returns whether all are set. */
	requireTogether(environment: Environment, names: readonly VariableName[]): boolean {
		const missing = names.filter((name) => environment[name] === undefined);
		if (missing.length === names.length) return false;
		const present = names.filter((name) => environment[name] !== undefined);
		for (const name of missing) this.addError(name, `is required because ${present.join(" and ")} is set`);
		return missing.length === 0;
	}
}

/** Default where no person waits at a terminal: a load balancer that asks every second or two takes notice. */
const SHUTDOWN_DELAY_SECONDS = 3;

/** Creates a parser that validates a URL and returns it as written. */
const urlText =
	(schemes: readonly string[]) =>
	(text: string): Parsed<string> => {
		const parsed = parseUrl(text, schemes);
		return "error" in parsed ? parsed : { value: text };
	};
const webUrl = urlText(["https:", "http:"]);

const parseEmail = (text: string): Parsed<string> =>
	/^[^\s@<>,]+@[^\s@<>,]+$/.test(text) ? { value: text } : { error: "expected one e-mail address" };

const parseMailFrom = (text: string): Parsed<string> =>
	/^([^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(text)
		? { value: text }
		: { error: `expected ${VARIABLES.MAIL_FROM.expects}` };

/** Converts a value to the type of its schema: lists are split, plain numbers and booleans converted. */
function convert(name: VariableName, text: string): unknown {
	const { schema } = VARIABLES[name];
	if (schema.type === "array")
		return text
			.split(",")
			.map((item) => item.trim())
			.filter(Boolean);
	// Value.Convert alone would also read 0x10, 1e3 and " 10".
	if (schema.type === "integer") return /^\d{1,9}$/.test(text) ? Number(text) : text;
	return Value.Convert(schema, text);
}

/** Returns the value of a variable; undefined too when its file cannot be read, which is reported elsewhere. */
function readIfPossible(read: (name: string) => string | undefined, name: string): string | undefined {
	try {
		return read(name);
	} catch {
		return undefined;
	}
}

/** Reads all variables, reports invalid ones, and replaces these by their defaults so that reading can continue. */
function readEnvironment(read: (name: string) => string | undefined, reader: ConfigReader): Environment {
	const texts: Partial<Record<VariableName, string>> = {};
	const raw: Partial<Record<VariableName, unknown>> = {};
	for (const name of Object.keys(VARIABLES).filter(isVariableName)) {
		try {
			const text = read(name);
			if (!text) continue;
			texts[name] = text;
			raw[name] = convert(name, text);
		} catch (error) {
			const reason = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
			reader.addError(`${name}_FILE`, `the file cannot be read (${reason})`);
		}
	}
	for (const { path } of Value.Errors(Environment, Value.Default(Environment, structuredClone(raw)))) {
		const name = path.split("/")[1] ?? "";
		if (!isVariableName(name) || raw[name] === undefined) continue;
		const { expects, secret } = VARIABLES[name];
		reader.addError(name, `expected ${expects}${secret ? "" : `, got ${JSON.stringify(texts[name])}`}`);
		delete raw[name];
	}
	return Value.Decode(Environment, Value.Default(Environment, raw));
}

function readS3(environment: Environment, reader: ConfigReader): S3Config | undefined {
	const needed = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
	const complete = reader.requireTogether(environment, needed);
	const endpoint = reader.parse("S3_ENDPOINT", environment.S3_ENDPOINT, webUrl);
	const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = environment;
	if (!complete || !endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined;
	return { endpoint, bucket, accessKeyId, secretAccessKey, region: environment.S3_REGION };
}

function readOidc(environment: Environment, reader: ConfigReader): OidcConfig | undefined {
	const complete = reader.requireTogether(environment, ["OIDC_ISSUER", "OIDC_AUDIENCE"]);
	if (environment.OIDC_CLIENT_SECRET) reader.requireTogether(environment, ["OIDC_CLIENT_SECRET", "OIDC_CLIENT_ID"]);
	if (environment.OIDC_CLIENT_ID) reader.requireTogether(environment, ["OIDC_CLIENT_ID", "OIDC_ISSUER"]);
	const issuer = reader.parse("OIDC_ISSUER", environment.OIDC_ISSUER, parseIssuer);
	if (!complete || !issuer || !environment.OIDC_AUDIENCE) return undefined;
	return {
		issuer,
		audience: environment.OIDC_AUDIENCE,
		clientId: environment.OIDC_CLIENT_ID,
		clientSecret: environment.OIDC_CLIENT_SECRET,
		// Separated by commas or, as in OAuth itself, by spaces.
		scopes: (environment.OIDC_SCOPES ?? ["openid", "profile", "email"]).flatMap((scope) => scope.split(/\s+/)),
		claimNames: {
			orgId: environment.OIDC_CLAIM_ORG_ID,
			role: environment.OIDC_CLAIM_ROLE,
			scope: environment.OIDC_CLAIM_SCOPE,
		},
	};
}

function readAdmin(environment: Environment, reader: ConfigReader): Config["admin"] {
	const complete = reader.requireTogether(environment, ["ADMIN_EMAIL", "ADMIN_PASSWORD"]);
	const email = reader.parse("ADMIN_EMAIL", environment.ADMIN_EMAIL, parseEmail);
	const { ADMIN_PASSWORD: password, PASSWORD_MIN_LENGTH: atLeast } = environment;
	if (password && [...password].length < atLeast) {
		reader.addError("ADMIN_PASSWORD", `expected at least ${atLeast} characters (PASSWORD_MIN_LENGTH)`);
	}
	return complete && email && password ? { email, password } : undefined;
}

function readSmtp(environment: Environment, reader: ConfigReader): Config["smtp"] {
	const complete = reader.requireTogether(environment, ["SMTP_URL", "MAIL_FROM"]);
	const url = reader.parse("SMTP_URL", environment.SMTP_URL, urlText(["smtp:", "smtps:"]));
	const from = reader.parse("MAIL_FROM", environment.MAIL_FROM, parseMailFrom);
	return complete && url && from ? { url, from } : undefined;
}

function readAllowedHosts(environment: Environment, reader: ConfigReader, publicUrl: PublicUrl): readonly string[] {
	const own = new URL(publicUrl.href).hostname;
	const given = reader.parseAll("ALLOWED_HOSTS", environment.ALLOWED_HOSTS, parseHostName);
	return [...new Set([own, ...(environment.ALLOWED_HOSTS ? given : ["localhost", "127.0.0.1", "[::1]"])])];
}

/**
 * Loads and validates the whole configuration. All errors are reported at once.
 *
 * @param read returns the value of a variable, undefined when it is not set.
 * @param names all names that are set, to find misspelled ones.
 * @param terminal whether a person reads the log; determines the defaults of `LOG_FORMAT` and
 * `SHUTDOWN_DELAY_SECONDS`.
 * @throws ConfigError
 */
export function loadConfig(
	read: (name: string) => string | undefined = readVariable,
	names: readonly string[] = variableNames(),
	terminal: boolean = process.stdout.isTTY === true,
): Config {
	const reader = new ConfigReader();
	const set = new Set(names);
	for (const name of names) {
		const error = describeUnknownVariable(name, readIfPossible(read, name));
		if (error) reader.addError(name, error);
		if (isVariableName(name) && set.has(`${name}_FILE`)) reader.addError(name, `set ${name} or ${name}_FILE, not both`);
	}
	const env = readEnvironment(read, reader);
	const defaultLimits = { enabled: true, policies: DEFAULT_RATE_LIMITS };
	const fallback = `http://localhost:${env.PORT}`;
	const base = { href: fallback, origin: fallback, prefix: "" };
	const publicUrl = reader.parse("PUBLIC_URL", env.PUBLIC_URL, parsePublicUrl) ?? base;
	const s3 = readS3(env, reader);
	const config: Config = {
		production: read("NODE_ENV") === "production",
		host: env.HOST,
		port: env.PORT,
		publicUrl,
		allowedHosts: readAllowedHosts(env, reader, publicUrl),
		dataDir: env.DATA_DIR,
		databaseUrl:
			reader.parse("DATABASE_URL", env.DATABASE_URL, parseDatabaseUrl) ?? `sqlite:${join(env.DATA_DIR, "parley.db")}`,
		databasePoolSize: env.DATABASE_POOL_SIZE,
		redisUrl: reader.parse("REDIS_URL", env.REDIS_URL, urlText(["redis:", "rediss:"])),
		s3,
		backup: readBackup(env, s3, (name, error) => reader.addError(name, error)),
		encryptBlobs: env.BLOB_ENCRYPTION === "on",
		encryptionKeys: reader.parse("ENCRYPTION_KEY", env.ENCRYPTION_KEY, (text) => parseKeys(text.split(/[,\s]+/))),
		admin: readAdmin(env, reader),
		signup: env.SIGNUP,
		passwordMinLength: env.PASSWORD_MIN_LENGTH,
		argon2: { memoryKib: env.ARGON2_MEMORY_KIB, timeCost: env.ARGON2_TIME_COST },
		oidc: readOidc(env, reader),
		smtp: readSmtp(env, reader),
		trustedProxies: reader.parseAll("TRUSTED_PROXIES", env.TRUSTED_PROXIES, parseCidr),
		corsOrigins: reader.parseAll("CORS_ORIGINS", env.CORS_ORIGINS, parseOrigin),
		rateLimits: reader.parse("RATE_LIMITS", env.RATE_LIMITS, parseRateLimits) ?? defaultLimits,
		billingEnforcement: env.BILLING_ENFORCEMENT,
		billing: readBilling(env, reader),
		webhooks: {
			allowHttp: env.WEBHOOK_ALLOW_HTTP,
			allowCidrs: reader.parseAll("WEBHOOK_ALLOW_CIDRS", env.WEBHOOK_ALLOW_CIDRS, parseCidr),
		},
		turn: readTurn(env, reader),
		mediaWorker: readMediaWorker(env, reader),
		dnsResolvers: env.DNS_RESOLVERS && reader.parseAll("DNS_RESOLVERS", env.DNS_RESOLVERS, parseResolver),
		ffmpegPath: env.FFMPEG_PATH,
		providers: {
			speech: {
				provider: env.STT_PROVIDER,
				liveProvider: env.STT_LIVE_PROVIDER,
				url: reader.parse("STT_URL", env.STT_URL, webUrl),
				apiKey: env.STT_API_KEY,
				model: env.STT_MODEL,
				whisperServer: env.STT_WHISPER_SERVER,
				concurrency: env.STT_CONCURRENCY,
				threads: env.STT_THREADS,
				modelsDir: env.MODELS_DIR ?? join(env.DATA_DIR, "models"),
			},
			translation: {
				provider: env.TRANSLATE_PROVIDER,
				url: reader.parse("TRANSLATE_URL", env.TRANSLATE_URL, webUrl),
				apiKey: env.TRANSLATE_API_KEY,
			},
			llm: { url: reader.parse("LLM_URL", env.LLM_URL, webUrl), apiKey: env.LLM_API_KEY, model: env.LLM_MODEL },
			summary: env.SUMMARY_PROVIDER,
		},
		aiAgreements: new Set(reader.parseAll("AI_AGREEMENTS", env.AI_AGREEMENTS, parseEnforcedMode)),
		eventsDays: env.EVENTS_DAYS,
		meetingMaxHours: env.MEETING_MAX_HOURS,
		cacheMb: env.CACHE_MB,
		processingConcurrency: env.PROCESSING_CONCURRENCY,
		uploadPendingBytes: env.UPLOAD_PENDING_GB * 1024 ** 3,
		shutdownDelaySeconds: env.SHUTDOWN_DELAY_SECONDS ?? (terminal ? 0 : SHUTDOWN_DELAY_SECONDS),
		log: { level: env.LOG_LEVEL, format: env.LOG_FORMAT ?? (terminal ? "pretty" : "json") },
		metricsToken: env.METRICS_TOKEN,
		otlpEndpoint: reader.parse("OTEL_EXPORTER_OTLP_ENDPOINT", env.OTEL_EXPORTER_OTLP_ENDPOINT, webUrl),
	};
	if (reader.errors.length > 0) throw new ConfigError(reader.errors);
	return config;
}
