import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { closed, Email, Id, Nullable, Timestamp } from "#http/schemas";
import { exactlyOneOf } from "#kernel/field-errors";
import { Password } from "#modules/identity/passwords";
import { LocaleText, PersonName, TimezoneText } from "#modules/identity/users";

const Token = Type.String({
	minLength: 1,
	maxLength: 256,
	description: "The token from the mail's link, after the `#`.",
});

/** Body of a registration. */
export const RegisterRequest = closed(
	{
		email: Email,
		password: Password,
		name: PersonName,
		locale: Type.Optional(LocaleText),
		timezone: Type.Optional(TimezoneText),
		inviteToken: Type.Optional(
			Type.String({
				maxLength: 256,
				description: "Token of an invitation to the same address; required with `SIGNUP=invite`.",
			}),
		),
	},
	{ $id: "RegisterRequestBody" },
);
export type RegisterRequest = typeof RegisterRequest.static;

/** Next step after a registration. */
export const Registered = closed(
	{ next: Type.Literal("verify_email", { description: "Open the link in the mail to confirm the address." }) },
	{ $id: "Registered" },
);
export type Registered = typeof Registered.static;

/** A new account. */
export const Account = closed(
	{
		id: Id("usr", "id of the person"),
		email: Type.String(),
		emailVerified: Type.Boolean(),
		name: Type.String(),
		locale: Nullable(Type.String()),
		timezone: Nullable(Type.String()),
		createdAt: Timestamp,
	},
	{ $id: "Account" },
);
export type Account = typeof Account.static;

/** A mailed token; for a new address with the password of the account that asked, unless its session is sent. */
export const VerifyEmailRequest = closed(
	{
		token: Token,
		password: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: 1024,
				description:
					"For a new address: the password of the account that asked for it, instead of an access token of that account.",
			}),
		),
	},
	{ $id: "VerifyEmailRequestBody" },
);
export type VerifyEmailRequest = typeof VerifyEmailRequest.static;

/** A confirmed address. */
export const VerifiedEmail = closed(
	{ userId: Id("usr", "id of the person"), email: Type.String(), emailVerified: Type.Literal(true) },
	{ $id: "VerifiedEmail" },
);
export type VerifiedEmail = typeof VerifiedEmail.static;

/** Body with an address, which may or may not have an account. */
export const EmailRequest = closed({ email: Email }, { $id: "EmailRequestBody" });
export type EmailRequest = typeof EmailRequest.static;

/** Asserts that a request names one account. @throws `validation_failed` */
export const assertOneAccount = exactlyOneOf("email", "userId");

/** Body of a request for a password reset: exactly one member. */
export const RequestResetRequest = checked(
	closed(
		{
			email: Type.Optional(Email),
			userId: Type.Optional(Id("usr", "A member of the caller's organization; requires `member:write`.")),
		},
		{ $id: "RequestPasswordResetRequestBody" },
	),
	assertOneAccount,
);
export type RequestResetRequest = typeof RequestResetRequest.static;

/** A requested reset; with the link only for an administrator, and only without a mail transport. */
export const ResetRequested = closed(
	{
		resetUrl: Type.Optional(Type.String({ description: "The link to pass on. Shown only once." })),
		token: Type.Optional(Type.String({ description: "The token in `resetUrl`." })),
		expiresAt: Type.Optional(Timestamp),
	},
	{ $id: "ResetRequested" },
);
export type ResetRequested = typeof ResetRequested.static;

/** Body of a password reset: the one-time token and the new password. */
export const ResetPasswordRequest = closed({ token: Token, password: Password }, { $id: "ResetPasswordRequestBody" });
export type ResetPasswordRequest = typeof ResetPasswordRequest.static;

/** A completed password reset. */
export const PasswordReset = closed({ userId: Id("usr", "id of the person") }, { $id: "PasswordReset" });
export type PasswordReset = typeof PasswordReset.static;
