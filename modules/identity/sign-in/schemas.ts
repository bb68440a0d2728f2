import { Type } from "@sinclair/typebox";
import { closed, EmailText, Id } from "#http/schemas";
import { DeviceInfo, TokenDelivery } from "#modules/identity/sessions";

/** Body of a sign-in with a password. */
export const LoginRequest = closed(
	{
		email: EmailText,
		password: Type.String({ minLength: 1, maxLength: 1024 }),
		orgId: Type.Optional(Id("org", "the organization to sign in to; default: that of the oldest membership")),
		device: Type.Optional(DeviceInfo),
		tokenDelivery: Type.Optional(TokenDelivery),
	},
	{ $id: "LoginRequestBody" },
);
export type LoginRequest = typeof LoginRequest.static;
