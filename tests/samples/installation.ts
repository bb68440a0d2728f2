import { forThisFile } from "../support/for-this-file.ts";
import { useHarness } from "../support/harness.ts";
import { openLibreServer } from "../support/libretranslate.ts";
import { openMailbox } from "../support/mailbox.ts";
import { RECEIVER_ENV } from "../support/receiver.ts";
import { startStripe } from "../support/stripe-server.ts";
import type { TestWorld } from "./sample.ts";
import { openWorld } from "./world.ts";

/**
 * Opens for a test file what every sample can be performed in: with payments, receivers, an engine of speech that is away,
 * and a stand-in for one that translates; and the same with mail.
 */
export async function useInstallation() {
	const mailbox = await forThisFile(openMailbox());
	const libre = await forThisFile(openLibreServer());
	const stripe = await forThisFile(startStripe());
	const api = await useHarness({
		env: {
			BILLING_ENFORCEMENT: "soft",
			...stripe.env,
			...RECEIVER_ENV,
			STT_URL: "http://127.0.0.1:9/v1",
			TRANSLATE_PROVIDER: "libretranslate",
			TRANSLATE_URL: libre.url,
		},
	});
	const mailed = await useHarness({ env: { SMTP_URL: mailbox.url, MAIL_FROM: "parley@school.example" } });
	return {
		api,
		mailed,
		/** Opens a world in an organization of its own. @param openDevice absent: no sample of passkeys is performed */
		async openWorld(
			act: TestWorld["act"] = api.request,
			openDevice: TestWorld["openDevice"] = () => Promise.reject(new Error("there is no browser")),
		): Promise<TestWorld> {
			return { ...(await openWorld(api, await api.createOrganization())), mailed, mailbox, openDevice, act };
		},
	};
}
