import damerauLevenshtein from "damerau-levenshtein";
import { isVariableName, VARIABLES } from "./variables.ts";

/** Prefixes of our variables: a variable that starts with one must be known. */
const FAMILIES = [
	"ADMIN_",
	"ARGON2_",
	"BILLING_",
	"CORS_",
	"DNS_RESOLVER",
	"ENCRYPTION_KEY",
	"LLM_",
	"LOG_",
	"METRICS_",
	"OIDC_",
	"PARLEY_",
	"PASSWORD_",
	"RATE_LIMIT",
	"S3_",
	"SMTP_",
	"STT_",
	"SUMMARY_",
	"TRANSLATE_",
	"TRUSTED_PROX",
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

/** Returns the variable of which `name` is a misspelling, or undefined. A transposition counts as one edit. */
function nearest(name: string): string | undefined {
	const candidates = Object.keys(VARIABLES)
		.map((known) => ({ known, distance: damerauLevenshtein(name, known).steps }))
		.filter(({ known, distance }) => distance <= tolerance(known))
		.sort((a, b) => a.distance - b.distance);
	return candidates[0]?.known;
}

/**
 * Describes the problem of a variable that looks like ours but is unknown: a misspelled one would silently leave a
 * default in force.
 *
 * @returns undefined for a known variable, and for the many that are unrelated.
 */
export function describeUnknownVariable(variableName: string): string | undefined {
	const name = variableName.endsWith("_FILE") ? variableName.slice(0, -"_FILE".length) : variableName;
	if (isVariableName(name) || NOT_CONFIGURATION.test(name) || SERVICE_LINK.test(name)) return undefined;
	const meant = nearest(name);
	if (meant) return `no such variable; did you mean ${meant}?`;
	return FAMILIES.some((family) => name.startsWith(family)) ? "no such variable" : undefined;
}
