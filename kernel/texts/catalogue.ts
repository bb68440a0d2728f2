import { accountsTexts } from "./accounts.ts";
import { billingTexts } from "./billing.ts";
import { connectionsTexts } from "./connections.ts";
import { enginesTexts } from "./engines.ts";
import { featuresTexts } from "./features.ts";
import { mediaTexts } from "./media.ts";
import { meetingsTexts } from "./meetings.ts";
import { membersTexts } from "./members.ts";
import { organizationsTexts } from "./organizations.ts";
import { recurrenceTexts } from "./recurrence.ts";
import { requestsTexts } from "./requests.ts";
import { signInTexts } from "./sign-in.ts";
import { transcriptsTexts } from "./transcripts.ts";
import { uploadTexts } from "./uploads.ts";
import { valuesTexts } from "./values.ts";

/** Every text with its translations. */
export const CATALOGUE = {
	...accountsTexts,
	...billingTexts,
	...connectionsTexts,
	...enginesTexts,
	...featuresTexts,
	...mediaTexts,
	...meetingsTexts,
	...membersTexts,
	...organizationsTexts,
	...recurrenceTexts,
	...requestsTexts,
	...signInTexts,
	...transcriptsTexts,
	...uploadTexts,
	...valuesTexts,
};
