import { parseCurrency } from "#kernel/currencies";
import { AppError } from "#kernel/errors";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { FieldErrors } from "#kernel/field-errors";
import { parseProse } from "#kernel/prose";
import type { RequestContext } from "#kernel/request-context";
import { parseName } from "#kernel/text";
import { text } from "#kernel/texts";
import { changeConfiguration, readConfiguration, variantOf } from "#platform/configuration";
import type { Core } from "#platform/module";
import { PLATFORM } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { changesOf, plansOf } from "./plans.ts";
import { plansFields, type SubscriptionPlan, type UpdatePlanRequest } from "./schemas.ts";
import { toSubscriptionPlan } from "./view.ts";

export type PlansDeps = Pick<Core, "store" | "unitOfWork">;

export type PlansService = ReturnType<typeof createPlansService>;

const planNotFound = (code: string, known: Iterable<string>) =>
	new AppError("not_found", text("There is no plan {code}; there are {plans}.", { code, plans: [...known] }));

/** Members are replaced as a whole, since null is a limit: there is none. */
const withoutNulls = (changes: Readonly<Record<string, unknown>>) =>
	Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null));

/** Longest description of a plan, in code points. */
const MAX_DESCRIPTION_LENGTH = 500;

/** Validates what schemas cannot, and returns texts as they are stored. @throws `validation_failed` */
export function parsePlan(request: UpdatePlanRequest): UpdatePlanRequest {
	const errors = new FieldErrors();
	const { name, description, currency } = request;
	const parsed = {
		...request,
		...(typeof name === "string" && { name: errors.check(() => parseName(name, "/name")) }),
		...(typeof description === "string" && {
			description: errors.check(() => parseProse(description, "/description", MAX_DESCRIPTION_LENGTH, true)),
		}),
		...(typeof currency === "string" && { currency: errors.check(() => parseCurrency(currency, "/currency")) }),
	};
	errors.throwIfAny();
	return parsed;
}

/** Creates the service of the plans of the installation. */
export function createPlansService({ store, unitOfWork }: PlansDeps) {
	return {
		/** Returns all plans. @throws `invalid_fields` */
		async list(fields: string | undefined) {
			const select = plansFields.parse(fields);
			const configuration = await readConfiguration(store.db);
			const plans = [...plansOf({ configuration }).values()].map(toSubscriptionPlan);
			return {
				data: select({ plans }),
				version: configuration.versions.plans,
				variant: variantOf(configuration, fields),
			};
		},

		/**
		 * Changes a plan for those who choose it from now on: a subscription keeps its price until it changes. Limits and features
		 * change at once.
		 * @throws `not_found` `precondition_failed` `validation_failed`
		 */
		async update(
			context: RequestContext,
			code: string,
			asked: UpdatePlanRequest,
		): Promise<Versioned<SubscriptionPlan>> {
			const request = parsePlan(asked);
			return unitOfWork.run(context, async (change) => {
				const after = await changeConfiguration(change, (before) => {
					const known = plansOf({ configuration: before });
					if (!known.has(code)) throw planNotFound(code, known.keys());
					assertIfMatch(context.ifMatch, before.versions.plans);
					return { plans: { ...before.plans, [code]: withoutNulls({ ...changesOf(before, code), ...request }) } };
				});
				const plan = plansOf({ configuration: after }).get(code);
				if (plan === undefined) throw planNotFound(code, []);
				change.record(PLATFORM, facts["plan.update"], { id: code });
				return { data: toSubscriptionPlan(plan), version: after.versions.plans, variant: variantOf(after) };
			});
		},
	};
}
