import { type Static, type TSchema, Type } from "@sinclair/typebox";

interface Variable<S extends TSchema> {
	readonly schema: S;
	/** Completes the message "expected …". */
	readonly expects: string;
	/** Whether the value must not appear in messages or logs. */
	readonly secret: boolean;
}

const variable = <S extends TSchema>(expects: string, schema: S): Variable<S> => ({ schema, expects, secret: false });
const secret = <S extends TSchema>(expects: string, schema: S): Variable<S> => ({ schema, expects, secret: true });

const text = (expects: string) => variable(expects, Type.Optional(Type.String()));
const secretText = (expects: string) => secret(expects, Type.Optional(Type.String()));
const list = (expects: string) => variable(`${expects}, separated by commas`, Type.Optional(Type.Array(Type.String())));
const flag = (initial: boolean) => variable("true or false", Type.Boolean({ default: initial }));
const whole = (minimum: number, maximum: number, initial: number) =>
	variable(`a whole number from ${minimum} to ${maximum}`, Type.Integer({ minimum, maximum, default: initial }));

function choice<const C extends readonly string[]>(choices: C, initial: C[number]) {
	const schema = Type.Unsafe<C[number]>(Type.String({ pattern: `^(${choices.join("|")})$`, default: initial }));
	return variable(choices.join(", "), schema);
}

const HTTP_URL = "an http or https URL";

/**
 * All environment variables of the service, each also available as `<NAME>_FILE`. Lists are separated by commas. What a
 * schema cannot express (URLs, CIDRs, variables that belong together) is checked by `loadConfig`.
 */
export const VARIABLES = {
	HOST: variable("an address or a host name", Type.String({ default: "127.0.0.1" })),
	/** 0 selects a free port. */
	PORT: whole(0, 65_535, 3000),
	PUBLIC_URL: text(HTTP_URL),
	ALLOWED_HOSTS: list("host names without port"),
	DATA_DIR: variable("a directory", Type.String({ default: "./data" })),
	DATABASE_URL: secretText("sqlite:<file> or postgres://…"),
	DATABASE_POOL_SIZE: whole(1, 500, 10),
	REDIS_URL: secretText("redis://… or rediss://…"),

	S3_ENDPOINT: text(HTTP_URL),
	S3_BUCKET: text("the name of a bucket"),
	S3_ACCESS_KEY_ID: secretText("an access key id"),
	S3_SECRET_ACCESS_KEY: secretText("a secret access key"),
	S3_REGION: variable("a region", Type.String({ default: "us-east-1" })),

	/** `none`: backups are made by other means. */
	BACKUP_TO: text("a folder, s3://<bucket>/<prefix>, or none"),
	BACKUP_HOURS: whole(1, 720, 24),
	BACKUP_KEEP_DAYS: whole(1, 3_650, 30),
	BACKUP_PASSPHRASE: secret("at least 12 characters", Type.Optional(Type.String({ minLength: 12 }))),
	BACKUP_RECIPIENTS: list("recipients of age (age1…)"),
	BACKUP_IDENTITY: secretText("an identity of age (AGE-SECRET-KEY-…)"),
	BACKUP_S3_ENDPOINT: text(HTTP_URL),
	BACKUP_S3_ACCESS_KEY_ID: secretText("an access key id"),
	BACKUP_S3_SECRET_ACCESS_KEY: secretText("a secret access key"),
	BACKUP_S3_REGION: text("a region"),

	BLOB_ENCRYPTION: choice(["on", "off"], "on"),

	ENCRYPTION_KEY: secretText("32 bytes in base64"),
	ADMIN_EMAIL: text("an e-mail address"),
	ADMIN_PASSWORD: secretText("a password"),
	PASSWORD_MIN_LENGTH: whole(8, 128, 15),
	ARGON2_MEMORY_KIB: whole(1024, 4_194_304, 19_456),
	ARGON2_TIME_COST: whole(1, 32, 2),
	SIGNUP: choice(["open", "invite", "closed"], "open"),

	OIDC_ISSUER: text("an https URL"),
	OIDC_AUDIENCE: text("the audience of the provider's access tokens"),
	OIDC_CLIENT_ID: text("a client id"),
	OIDC_CLIENT_SECRET: secretText("a client secret"),
	OIDC_SCOPES: list("scopes"),
	OIDC_CLAIM_ORG_ID: variable("the name of a claim", Type.String({ default: "org_id" })),
	OIDC_CLAIM_ROLE: variable("the name of a claim", Type.String({ default: "role" })),
	OIDC_CLAIM_SCOPE: variable("the name of a claim", Type.String({ default: "scope" })),

	SMTP_URL: secretText("smtp://… or smtps://…"),
	MAIL_FROM: text("an address, such as Parley <parley@example.edu>"),

	TRUSTED_PROXIES: list("addresses or CIDRs"),
	CORS_ORIGINS: list("origins such as https://app.example.edu"),
	RATE_LIMITS: variable("on, off, or overrides such as read=6000/60", Type.String({ default: "on" })),
	BILLING_ENFORCEMENT: choice(["off", "soft", "hard"], "off"),
	BILLING_TAX_RATES: list("rates such as DE=19 VAT"),
	BILLING_ISSUER: text("name and address, lines separated by |"),
	BILLING_INSTRUCTIONS: text("how to pay, lines separated by |"),
	STRIPE_SECRET_KEY: secretText("a secret key of Stripe (sk_…)"),
	STRIPE_WEBHOOK_SECRET: secretText("the signing secret of a webhook endpoint of Stripe (whsec_…)"),
	STRIPE_API_BASE: text(HTTP_URL),
	WEBHOOK_ALLOW_HTTP: flag(false),
	WEBHOOK_ALLOW_CIDRS: list("addresses or CIDRs"),
	DNS_RESOLVERS: list("addresses, with a port if it is not 53"),

	/** 0 selects a free port. */
	TURN_PORT: variable("a whole number from 0 to 65535", Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 }))),
	TURN_HOST: variable("an address or a host name", Type.String({ default: "0.0.0.0" })),
	TURN_URL: list("addresses such as turns:turn.example.edu:443"),
	TURN_TLS_CERT: text("a certificate in PEM"),
	TURN_TLS_KEY: secretText("a key in PEM"),
	TURN_SECRET: secret("at least 16 characters", Type.Optional(Type.String({ minLength: 16 }))),
	TURN_MBIT: whole(1, 100_000, 100),
	/** It contains the credentials of other servers. */
	ICE_SERVERS: secretText("a JSON array of STUN and TURN servers"),
	MEDIA_WORKER: choice(["on", "off"], "off"),
	/** Of UDP; 0 selects a free one. */
	MEDIA_PORT: whole(0, 65_535, 3480),
	MEDIA_HOST: list("addresses or host names"),

	FFMPEG_PATH: text("the path of ffmpeg, or none"),

	STT_PROVIDER: choice(["auto", "whisper-server", "openai", "vosk", "onnx", "none"], "auto"),
	STT_LIVE_PROVIDER: choice(["auto", "vosk", "openai-realtime", "window"], "auto"),
	STT_URL: text(HTTP_URL),
	STT_API_KEY: secretText("an API key"),
	STT_MODEL: text("the name of a model"),
	STT_WHISPER_SERVER: text("the path of whisper-server"),
	STT_CONCURRENCY: whole(1, 64, 1),
	STT_THREADS: variable("a whole number from 1 to 64", Type.Optional(Type.Integer({ minimum: 1, maximum: 64 }))),
	MODELS_DIR: text("a directory"),
	TRANSLATE_PROVIDER: choice(["none", "apertium", "libretranslate", "openai"], "none"),
	TRANSLATE_URL: text(HTTP_URL),
	TRANSLATE_API_KEY: secretText("an API key"),
	LLM_URL: text(HTTP_URL),
	LLM_API_KEY: secretText("an API key"),
	LLM_MODEL: text("the name of a model"),
	SUMMARY_PROVIDER: choice(["auto", "extractive", "openai"], "auto"),
	AI_AGREEMENTS: list("compliance modes"),

	EVENTS_DAYS: whole(7, 3_650, 90),
	MEETING_MAX_HOURS: whole(1, 168, 24),

	/** GiB that all uploads together may have announced and not sent yet. */
	UPLOAD_PENDING_GB: whole(1, 1_000_000, 1_000),
	PROCESSING_CONCURRENCY: whole(1, 64, 2),
	/** MiB; see `Caches` of `#kernel/caches`. */
	CACHE_MB: whole(8, 65_536, 64),

	SHUTDOWN_DELAY_SECONDS: variable(
		"a whole number from 0 to 60",
		Type.Optional(Type.Integer({ minimum: 0, maximum: 60 })),
	),

	LOG_LEVEL: choice(["debug", "info", "warn", "error"], "info"),
	LOG_FORMAT: variable("json or pretty", Type.Optional(Type.Union([Type.Literal("json"), Type.Literal("pretty")]))),
	METRICS_TOKEN: secret("at least 16 characters", Type.Optional(Type.String({ minLength: 16 }))),
	OTEL_EXPORTER_OTLP_ENDPOINT: text(HTTP_URL),
} as const;

/** Name of a variable the service reads. */
export type VariableName = keyof typeof VARIABLES;

type Schemas = { readonly [Name in VariableName]: (typeof VARIABLES)[Name]["schema"] };

/** The environment of the service as one schema. */
export const Environment = Type.Object(
	// fromEntries loses the type of each schema.
	Object.fromEntries(Object.entries(VARIABLES).map(([name, { schema }]) => [name, schema])) as Schemas,
	{ additionalProperties: false },
);
/** The variables after conversion and defaults, before any interpretation. */
export type Environment = Static<typeof Environment>;

/** Variables that are checked, but that nothing in this version uses. */
export const UNUSED: ReadonlySet<VariableName> = new Set(["OTEL_EXPORTER_OTLP_ENDPOINT"]);

/** Whether a string names one of {@link VARIABLES}. */
export const isVariableName = (name: string): name is VariableName => Object.hasOwn(VARIABLES, name);
