import { Elysia } from "elysia";
import { api } from "#http/api";
import { FieldsQuery } from "#http/fields";
import { respondWithPage } from "#http/list";
import { respondToChange, respondToCreate, respondToGet } from "#http/resource";
import { OrganizationParams } from "#http/schemas";
import { documentation } from "./documentation.ts";
import {
	LegalHoldParams,
	ListFormerTextsQuery,
	ListLegalHoldsQuery,
	PlaceLegalHoldRequest,
	ReleaseLegalHoldRequest,
} from "./schemas.ts";
import type { LegalHoldsService } from "./service.ts";

export const legalHoldsRoutes = (service: LegalHoldsService) =>
	new Elysia({ name: "legal-holds" })
		.use(api)

		.get(
			"/orgs/:orgId/legal-holds",
			async ({ context, params, query, set }) =>
				respondWithPage(context, set, "Legal holds retrieved", await service.list(context, params.orgId, query)),
			{ requires: "org:admin", params: OrganizationParams, query: ListLegalHoldsQuery, ...documentation.list },
		)

		.post(
			"/orgs/:orgId/legal-holds",
			async ({ context, params, body, set }) => {
				const placed = await service.place(context, params.orgId, body);
				return respondToCreate(context, set, placed.data.id, "Legal hold placed", placed);
			},
			{ requires: "org:admin", params: OrganizationParams, body: PlaceLegalHoldRequest, ...documentation.place },
		)

		.get(
			"/orgs/:orgId/legal-holds/:holdId",
			async ({ context, params, query, set }) =>
				respondToGet(
					context,
					set,
					"Legal hold retrieved",
					await service.get(context, params.orgId, params.holdId, query.fields),
				),
			{ requires: "org:admin", params: LegalHoldParams, query: FieldsQuery, ...documentation.get },
		)

		.get(
			"/orgs/:orgId/legal-holds/:holdId/former-texts",
			async ({ context, params, query, set }) =>
				respondWithPage(
					context,
					set,
					"Former texts retrieved",
					await service.listFormerTexts(context, params.orgId, params.holdId, query),
				),
			{ requires: "org:admin", params: LegalHoldParams, query: ListFormerTextsQuery, ...documentation.listFormerTexts },
		)

		.post(
			"/orgs/:orgId/legal-holds/:holdId/release",
			async ({ context, params, body, set }) =>
				respondToChange(set, "Legal hold released", await service.release(context, params.orgId, params.holdId, body)),
			{ requires: "org:admin", params: LegalHoldParams, body: ReleaseLegalHoldRequest, ...documentation.release },
		);
