import { person } from "../declarations.ts";
import { index, instant, int, json, knownValues, oneOf, table, text } from "../dsl.ts";
import { makerState } from "./makers.ts";
import { byOwnId, ofTenant, tenantKeys } from "./of-tenant.ts";

/** Kinds of systems that an organization connects; `lti`: a learning-management system that starts meetings (LTI 1.3). */
export const INTEGRATION_TYPES = ["lti"] as const;

/** Whether an integration does anything. */
export const INTEGRATION_STATES = ["active", "disabled"] as const;

/** Systems that an organization has connected with the service. Nothing in them is secret. */
export const integrations = table(
	"integrations",
	{
		...ofTenant({ export: "integrations" }),
		type: oneOf(...INTEGRATION_TYPES).notNull(),
		name: text().notNull(),
		/** `iss` of the platform, exactly as in its tokens. */
		issuer: text().notNull(),
		/** By which the platform knows this service: `aud` of its tokens. */
		clientId: text().notNull(),
		/** Where in the platform the service may be started from; at least one. */
		deploymentIds: json<readonly string[]>().notNull(),
		/** Where browsers are sent to get a token of the platform. */
		authorizationEndpoint: text().notNull(),
		/** Where the platform publishes the keys that verify its tokens. */
		jwksUri: text().notNull(),
		state: oneOf(...INTEGRATION_STATES).notNull(),
		/** Who is responsible for it: who made or adopted it; null: it was made before that was stored. */
		createdBy: person(text(), {
			keeps: "an integration is the organization's; the id of who created it identifies no one any more",
			notExported: "that they created it is in their audit log; where it leads is the organization's",
		}),
		makerState: makerState(),
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("integrations", t),
		index("integrations_by_age").on(t.orgId, t.createdAtMs, t.id),
		// Launches name the integration, and not the organization.
		byOwnId("integrations", t),
		...knownValues("integrations", t),
	],
);

/** One integration as stored. */
export type IntegrationRow = typeof integrations.$inferSelect;
