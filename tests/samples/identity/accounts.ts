import { newAddress } from "../../support/addresses.ts";
import { ADMIN, PASSWORD } from "../../support/harness.ts";
import { NEW_PASSWORD } from "../../support/mail-harness.ts";
import { linkOf } from "../../support/mailbox.ts";
import type { SampleFile, TestWorld, World } from "../sample.ts";

/** Registers an address with mail, and returns it unconfirmed. */
async function registered({ mailed }: TestWorld): Promise<string> {
	const email = newAddress();
	await mailed.request("POST", "/auth/register", { body: { email, password: PASSWORD, name: "Ada" } });
	return email;
}

const member = async ({ api, owner }: World) => ({ userId: (await api.addMember(owner, "member")).userId });

export const samples: SampleFile["samples"] = {
	register: { records: "auth.register" },
	verifyEmail: {
		records: "auth.verify_email",
		async run(world) {
			const email = await registered(world);
			await world.mailed.parley.services.jobs.runDue();
			const { token } = linkOf(await world.mailbox.next(email));
			return world.act("POST", "/auth/verify-email", { body: { token } }, world.mailed);
		},
	},
	resendVerificationEmail: {
		records: null,
		because: "it mails once more what registering announced",
		run: async (world) =>
			world.act("POST", "/auth/verify-email/resend", { body: { email: await registered(world) } }, world.mailed),
	},
	forgotPassword: {
		records: "auth.request_password_reset",
		run: ({ act, mailed }) => act("POST", "/auth/forgot-password", { body: { email: ADMIN.email } }, mailed),
	},
	requestPasswordReset: { records: "auth.request_password_reset", body: member },
	resetPassword: {
		records: "auth.reset_password",
		async body(world) {
			const { token } = await world.create("requestPasswordReset");
			return { token, password: NEW_PASSWORD };
		},
	},
};

export const further: SampleFile["further"] = {
	async "auth.register_again"({ mailed }) {
		const body = { email: newAddress(), password: PASSWORD, name: "Ada" };
		await mailed.request("POST", "/auth/register", { body });
		await mailed.parley.services.jobs.runDue();
		await mailed.request("POST", "/auth/register", { body });
		return mailed.parley.services.jobs.runDue();
	},
};
