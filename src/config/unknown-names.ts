import damerauLevenshtein from "damerau-levenshtein";
import { isVariableName, VARIABLES, type VariableName } from "./variables.ts";

/** Prefixes of our variables: a variable that starts with one must be known. */
const FAMILIES = [
	"ADMIN_",
	"ARGON2_",
	"BILLING_",
	"CORS_",
	"DNS_RESOLVER",
	"ENCRYPTION_KEY",
	"ICE_SERVER",
	"LLM_",
	"LOG_",
	"METRICS_",
	"OIDC_",
	"PARLEY_",
	"PASSWORD_",
	"RATE_LIMIT",
	"S3_",
	"SMTP_",
	"STRIPE_",
	"STT_",
	"SUMMARY_",
	"TRANSLATE_",
	"TRUSTED_PROX",
	"TURN_",
	"WEBHOOK_",
];

/** `PARLEY_…` variables of our tests and tools, not of the service. */
const NOT_CONFIGURATION = /^PARLEY_(TEST|BENCH)_/;

/**
 * Variables that Kubernetes and Docker set for a service called "redis", "smtp" …: REDIS_PORT_6379_TCP_ADDR,
 * S3_SERVICE_HOST.
 */
const SERVICE_LINK = /_(SERVICE_(HOST|PORT)(_.+)?|PORT(_\d+_(TCP|UDP)(_(PROTO|PORT|ADDR))?)?)$/;

/**
 * Returns the maximum edit distance of a misspelling; short names (`HOST`, `PORT`) have too many legitimate neighbors.
 */
const tolerance = (name: string): number => (name.length < 6 ? 0 : name.length < 9 ? 1 : 2);

/** Variables of other programs for what one of ours says, and ours. */
const ALIASES: Readonly<Record<string, VariableName>> = {
	SMTP_HOST: "SMTP_URL",
	SMTP_PORT: "SMTP_URL",
	SMTP_USER: "SMTP_URL",
	SMTP_USERNAME: "SMTP_URL",
	SMTP_PASS: "SMTP_URL",
	SMTP_PASSWORD: "SMTP_URL",
	SMTP_SECURE: "SMTP_URL",
	SMTP_FROM: "MAIL_FROM",
	S3_ACCESS_KEY: "S3_ACCESS_KEY_ID",
	S3_SECRET_KEY: "S3_SECRET_ACCESS_KEY",
	PORTS: "PORT",
	HOSTS: "HOST",
};

const PREFIX = "PARLEY_";

/** Returns the variable that other programs, or ours with a prefix, call `name`; undefined when there is none. */
function aliasOf(name: string): VariableName | undefined {
	const bare = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name;
	return Object.hasOwn(ALIASES, bare) ? ALIASES[bare] : isVariableName(bare) ? bare : undefined;
}

/** Returns the variable that `name` is in other letters; undefined for single words, such as `host`, which others set. */
function inCapitals(name: string): VariableName | undefined {
	return name.includes("_") && name !== name.toUpperCase() ? aliasOf(name.toUpperCase()) : undefined;
}

/** Returns the variable of which `name` is a misspelling, or undefined. A transposition counts as one edit. */
function nearest(name: string): string | undefined {
	const candidates = Object.keys(VARIABLES)
		// The rest is further away than its length alone allows. Measuring those too took 50 ms of every start.
		.filter((known) => Math.abs(known.length - name.length) <= tolerance(known))
		.map((known) => ({ known, distance: damerauLevenshtein(name, known).steps }))
		.filter(({ known, distance }) => distance <= tolerance(known))
		.sort((a, b) => a.distance - b.distance);
	return candidates[0]?.known;
}

/**
 * Describes the problem of a variable that looks like ours but is unknown: a misspelled one would silently leave a
 * default in force.
 *
 * @param value its value, which tells a link (`SMTP_PORT=tcp://…`) from a setting (`SMTP_PORT=587`)
 * @returns undefined for a known variable, and for the many that are unrelated.
 */
export function describeUnknownVariable(variableName: string, value: string | undefined): string | undefined {
	const name = variableName.endsWith("_FILE") ? variableName.slice(0, -"_FILE".length) : variableName;
	if (isVariableName(name) || NOT_CONFIGURATION.test(name)) return undefined;
	const alias = aliasOf(name);
	const isSetting = alias !== undefined && /^\d{1,5}$/.test(value ?? "");
	if (SERVICE_LINK.test(name) && !isSetting) return undefined;
	const meant = alias ?? inCapitals(name) ?? nearest(name);
	if (meant) return `no such variable; did you mean ${meant}?`;
	return FAMILIES.some((family) => name.startsWith(family)) ? "no such variable" : undefined;
}
