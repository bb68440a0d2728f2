import { Elysia } from "elysia";
import { api } from "#http/api";
import { Envelope, ok } from "#http/envelope";
import { operation } from "#http/operation";
import { AcceptedInvitation, AcceptInvitationRequest, InvitationTokenParams } from "./schemas.ts";
import type { InvitationsService } from "./service.ts";

/** The operation of the invited person; managing invitations belongs to the organization. */
export const invitationsRoutes = (service: InvitationsService) =>
	new Elysia({ name: "invitations" })
		.use(api)

		.post(
			"/auth/invitations/:token/accept",
			async ({ call, params, body }) => ok("Invitation accepted", await service.accept(call, params.token, body)),
			{
				open: "the token is the proof; the invited person may have no account yet",
				params: InvitationTokenParams,
				body: AcceptInvitationRequest,
				...operation({
					id: "acceptInvitation",
					summary: "Accept an invitation",
					description:
						"For an address without an account, makes one with the given password; its address counts as verified. " +
						"Somebody who has an account sends their access token, which must belong to the invited address.",
					tag: "Auth",
					request: { name: "Ada Lovelace", password: "correct horse battery staple" },
					answers: {
						200: {
							description: "The person is a member now",
							schema: Envelope(AcceptedInvitation),
							example: ok("Invitation accepted", {
								orgId: "org_01jd0z7v9gf2nbrexx3vqjhp41",
								userId: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
								role: "owner",
							}),
						},
					},
					errors: ["token_invalid", "unauthenticated", "email_not_verified", "organization_suspended"],
				}),
			},
		);
