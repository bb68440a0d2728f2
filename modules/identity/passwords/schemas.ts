import { Type } from "@sinclair/typebox";

/** A new password. */
export const Password = Type.String({
	minLength: 1,
	maxLength: 1024,
	description: "15…128 characters; common passwords are rejected.",
});
