import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { respondWithPage } from "#http/list";
import { OrganizationParams } from "#http/schemas";
import { documentation } from "./documentation.ts";
import type { InvitationManagement } from "./management.ts";
import {
	AcceptInvitationRequest,
	CreateInvitationRequest,
	InvitationParams,
	InvitationTokenParams,
	ListInvitationsQuery,
} from "./schemas.ts";
import type { InvitationsService } from "./service.ts";

/** Creates the routes of invitations, for organizations and for invited people. */
export const invitationsRoutes = (service: InvitationsService, management: InvitationManagement) =>
	new Elysia({ name: "invitations" })
		.use(api)

		.post(
			"/auth/invitations/:token/accept",
			async ({ context, params, body }) => ok("Invitation accepted", await service.accept(context, params.token, body)),
			{
				open: "the token is the proof; the invited person may have no account yet",
				params: InvitationTokenParams,
				body: AcceptInvitationRequest,
				checks: service.checkPassword,
				...documentation.accept,
			},
		)

		.get(
			"/auth/invitations/:token",
			async ({ params, query }) => ok("Invitation retrieved", await service.preview(params.token, query.fields)),
			{
				open: "the token is the proof; the invited person may have no account yet",
				params: InvitationTokenParams,
				query: FieldsQuery,
				...documentation.preview,
			},
		)

		.get(
			"/orgs/:orgId/invitations",
			async ({ context, params, query, set }) =>
				respondWithPage(context, set, "Invitations retrieved", await management.list(context, params.orgId, query)),
			{ requires: "member:read", params: OrganizationParams, query: ListInvitationsQuery, ...documentation.list },
		)

		.post(
			"/orgs/:orgId/invitations",
			async ({ context, params, body, status }) =>
				status(201, ok("Invitation created", await management.create(context, params.orgId, body))),
			{ requires: "member:write", params: OrganizationParams, body: CreateInvitationRequest, ...documentation.create },
		)

		.post(
			"/orgs/:orgId/invitations/:invitationId/resend",
			async ({ context, params }) =>
				ok("Invitation resent", await management.resend(context, params.orgId, params.invitationId)),
			{ requires: "member:write", params: InvitationParams, ...documentation.resend },
		)

		.post(
			"/orgs/:orgId/invitations/:invitationId/link",
			async ({ context, params }) =>
				ok("Invitation link created", await management.showLink(context, params.orgId, params.invitationId)),
			{ requires: "member:write", params: InvitationParams, ...documentation.showLink },
		)

		.delete(
			"/orgs/:orgId/invitations/:invitationId",
			async ({ context, params, status }) => {
				await management.revoke(context, params.orgId, params.invitationId);
				return status(204, undefined);
			},
			{ requires: "member:write", params: InvitationParams, ...documentation.revoke },
		);
