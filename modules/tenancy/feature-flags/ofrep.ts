import { hash } from "node:crypto";
import { AppError } from "#kernel/errors";
import type { RequestContext } from "#kernel/request-context";
import { asValue, type Message, text } from "#kernel/texts";
import type { SectionOwner } from "#platform/sections";
import { catalogueOf, type Flag, type Outcome } from "./catalogue.ts";
import { flagNotFound } from "./errors.ts";
import { evaluate, type FlagSource, lacksTargetingKey, type Subject, subjectOf } from "./evaluate.ts";
import type { BulkEvaluation, Evaluation, EvaluationFailure, EvaluationRequest } from "./schemas.ts";

/** Something evaluated, with its entity tag. */
export interface Evaluated<T> {
	readonly data: T;
	/** Strong: the same as long as nothing in the response changes. */
	readonly etag: string;
}

export type OfrepService = ReturnType<typeof createOfrep>;

const REASONS = {
	kill_switch: "DISABLED",
	compliance: "STATIC",
	organization: "TARGETING_MATCH",
	plan: "TARGETING_MATCH",
	org_type: "TARGETING_MATCH",
	rule: "TARGETING_MATCH",
	rollout: "SPLIT",
	system: "DEFAULT",
} as const satisfies Readonly<Record<Outcome["source"], Evaluation["reason"]>>;

const KEY_MISSING = "The flag has a rollout by targetingKey: send one in the context.";

/** Creates the service that evaluates flags for clients of OpenFeature (OFREP 0.3). */
export function createOfrep(owner: Pick<SectionOwner, "find">) {
	async function subject({ principal }: RequestContext, { context = {} }: EvaluationRequest): Promise<Subject> {
		const targetingKey = textOf(context, "targetingKey");
		// Who may not name an organization may mean anything by it.
		const asked = (principal.system ? textOf(context, "orgId") : null) ?? principal.orgId;
		if (asked === null) throw invalidContext("/context/orgId", "must name an organization, since the token does not");
		const row = await found(() => owner.find(principal, asked));
		// Somebody who acts on another organization has no role in it.
		const role = principal.orgId === asked ? principal.role : null;
		return subjectOf(row, { role, targetingKey });
	}

	return {
		/** Evaluates all flags for the organization of the caller. @throws `invalid_request` */
		async all(context: RequestContext, request: EvaluationRequest): Promise<Evaluated<BulkEvaluation>> {
			const about = await subject(context, request);
			const flags = evaluateAll(about);
			return tagged({ flags, metadata: { orgId: about.row.id } });
		},

		/** Evaluates one flag. @throws `not_found` `invalid_request` */
		async one(context: RequestContext, key: string, request: EvaluationRequest): Promise<Evaluated<Evaluation>> {
			const about = await subject(context, request);
			const flag = catalogueOf(about.row.configuration).get(key);
			if (flag === undefined) throw flagNotFound(key);
			const evaluated = evaluateOne(flag, about);
			if ("errorCode" in evaluated)
				throw invalidContext("/context/targetingKey", "is required by a rollout of the flag", evaluated.errorCode);
			return tagged(evaluated);
		},
	};
}

/** Evaluates all flags of an installation. */
export function evaluateAll(subject: Subject): (Evaluation | EvaluationFailure)[] {
	const evaluated: (Evaluation | EvaluationFailure)[] = [];
	for (const flag of catalogueOf(subject.row.configuration).values()) evaluated.push(evaluateOne(flag, subject));
	return evaluated;
}

function evaluateOne(flag: Flag, subject: Subject): Evaluation | EvaluationFailure {
	const { key } = flag;
	const { value, variant, source } = evaluate(flag, subject);
	if (lacksTargetingKey(flag, subject, source))
		return { key, errorCode: "TARGETING_KEY_MISSING", errorDetails: KEY_MISSING };
	return { key, value, variant, reason: REASONS[source], metadata: { source } };
}

function tagged<T extends object>(data: T): Evaluated<T> {
	return { data, etag: `"${hash("sha256", JSON.stringify(data), "base64url").slice(0, 22)}"` };
}

/** Returns the organization that a context names. @throws `invalid_request` when there is none */
async function found(find: () => Promise<FlagSource>): Promise<FlagSource> {
	try {
		return await find();
	} catch (error) {
		if (!(error instanceof AppError && (error.code === "not_found" || error.code === "purged"))) throw error;
		throw invalidContext("/context/orgId", "must name an existing organization");
	}
}

/** Maximum length of what a context names. */
const MAX_LENGTH = 256;

/** Returns a member of a context; null without it. @throws `invalid_request` when it is no text */
function textOf(context: Readonly<Record<string, unknown>>, name: string): string | null {
	const value = context[name];
	if (value === undefined) return null;
	if (typeof value === "string" && value.length <= MAX_LENGTH) return value;
	throw invalidContext(`/context/${name}`, text("must be a text of at most {most} characters", { most: MAX_LENGTH }));
}

const invalidContext = (path: string, message: Message, errorCode = "INVALID_CONTEXT") =>
	new AppError(
		"invalid_request",
		text("{member} {problem}.", { member: path.slice(1).replaceAll("/", "."), problem: asValue(message) }),
		{
			meta: { errorCode },
			fieldErrors: [{ path, code: "invalid", message }],
		},
	);
