import { AppError } from "#kernel/errors";
import { text } from "#kernel/texts";
import { MAX_WEBHOOKS } from "./values.ts";

/** Returns the error for a webhook that the organization does not have. */
export const webhookNotFound = () => new AppError("not_found", "The organization has no such webhook.");

/** Returns the error for a delivery that the webhook does not have. */
export const deliveryNotFound = () => new AppError("not_found", "The webhook has no such delivery.");

/** Returns the error for one webhook too many. */
export const tooManyWebhooks = () =>
	new AppError("conflict", text("An organization has at most {most} webhooks.", { most: MAX_WEBHOOKS }), {
		meta: { max: MAX_WEBHOOKS },
	});

/** Returns the error for something to be sent to a webhook that is disabled. */
export const webhookDisabled = () =>
	new AppError("state_conflict", "The webhook is disabled: enable it first.", { meta: { state: "disabled" } });

/** Returns the error for a replay while another goes on. */
export const replayRunning = () =>
	new AppError("state_conflict", "A replay of the webhook is running.", { meta: { state: "replaying" } });
