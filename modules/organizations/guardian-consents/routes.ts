import { Elysia } from "elysia";
import { api } from "#http/api";
import { FieldsQuery } from "#http/fields";
import { respondToChange, respondToGet } from "#http/resource";
import { documentation } from "./documentation.ts";
import { GuardianConsentParams, NoteGuardianConsentRequest } from "./schemas.ts";
import type { GuardianConsentsService } from "./service.ts";

/** Operations on the consent of guardians. */
export const guardianConsentsRoutes = (service: GuardianConsentsService) =>
	new Elysia({ name: "guardian-consents" })
		.use(api)

		.get(
			"/orgs/:orgId/members/:userId/guardian-consent",
			async ({ context, params, query, set }) => {
				const found = await service.get(context, params.orgId, params.userId, query.fields);
				return respondToGet(context, set, "Guardian consent retrieved", found);
			},
			{ requires: "member:write", params: GuardianConsentParams, query: FieldsQuery, ...documentation.get },
		)

		.put(
			"/orgs/:orgId/members/:userId/guardian-consent",
			async ({ context, params, body, set }) => {
				const noted = await service.note(context, params.orgId, params.userId, body);
				return respondToChange(set, "Guardian consent noted", noted);
			},
			{
				requires: "member:write",
				params: GuardianConsentParams,
				body: NoteGuardianConsentRequest,
				checks: service.check,
				...documentation.note,
			},
		)

		.delete(
			"/orgs/:orgId/members/:userId/guardian-consent",
			async ({ context, params, status }) => {
				await service.remove(context, params.orgId, params.userId);
				return status(204, undefined);
			},
			{ requires: "member:write", params: GuardianConsentParams, ...documentation.remove },
		);
