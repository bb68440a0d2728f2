import { getRouteApi } from "@tanstack/react-router";
import { useOwnTexts } from "../../app/texts.tsx";
import { Page } from "../../ui/page.tsx";
import { Erasures } from "./erasures.tsx";
import { Exports } from "./exports.tsx";
import { texts } from "./texts.ts";

const route = getRouteApi("/inside/o/$orgId/settings/privacy");

/** What people may ask for: a copy of what is kept about them, and its erasure. */
export function Privacy() {
	const own = useOwnTexts(texts);
	const { orgId } = route.useParams();
	return (
		<Page title={own.title} lead={own.lead}>
			<Exports orgId={orgId} />
			<Erasures orgId={orgId} />
		</Page>
	);
}
