import { useOwnTexts } from "../../app/texts.tsx";
import { Page } from "../../ui/page.tsx";
import { Suggestions } from "./suggestions.tsx";
import { texts } from "./texts.ts";

/** The start of people who belong to no organization. */
export function NoOrganization() {
	const own = useOwnTexts(texts);
	return (
		<Page title={own.none} lead={own.noneHint}>
			<Suggestions />
		</Page>
	);
}
