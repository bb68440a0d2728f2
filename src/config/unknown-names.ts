import damerauLevenshtein from "damerau-levenshtein";
import { isVariableName, VARIABLES } from "./variables.ts";

/** A variable that starts like this is meant for us, so it must be one we know. */
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

/** `PARLEY_…` names that steer our tests and tools, not the service. */
const NOT_CONFIGURATION = /^PARLEY_(TEST|BENCH)_/;

/** What Kubernetes and Docker set for a neighbour called "redis", "smtp" …: REDIS_PORT_6379_TCP_ADDR, S3_SERVICE_HOST. */
const SERVICE_LINK = /_(SERVICE_(HOST|PORT)(_.+)?|PORT(_\d+_(TCP|UDP)(_(PROTO|PORT|ADDR))?)?)$/;

/** Short names (`HOST`, `PORT`) have too many innocent neighbours to be taken for misspelt. */
const tolerance = (name: string): number => (name.length < 6 ? 0 : name.length < 9 ? 1 : 2);

/** The known variable `name` is a misspelling of, or undefined. A swap of neighbours is one mistake. */
function nearest(name: string): string | undefined {
	const candidates = Object.keys(VARIABLES)
		.map((known) => ({ known, distance: damerauLevenshtein(name, known).steps }))
		.filter(({ known, distance }) => distance <= tolerance(known))
		.sort((a, b) => a.distance - b.distance);
	return candidates[0]?.known;
}

/**
 * Says what is wrong with a variable that looks like configuration of ours and is not: a misspelling would otherwise
 * leave a default in force silently.
 *
 * @returns undefined for a variable we know, and for the many that have nothing to do with us.
 */
export function complainOfUnknown(variableName: string): string | undefined {
	const name = variableName.endsWith("_FILE") ? variableName.slice(0, -"_FILE".length) : variableName;
	if (isVariableName(name) || NOT_CONFIGURATION.test(name) || SERVICE_LINK.test(name)) return undefined;
	const meant = nearest(name);
	if (meant) return `no such variable; did you mean ${meant}?`;
	return FAMILIES.some((family) => name.startsWith(family)) ? "no such variable" : undefined;
}
