import { Page } from "../ui/page.tsx";
import { useTexts } from "./texts.tsx";

/** The start of who belongs to nothing. */
export function NoOrganization() {
	const { t } = useTexts();
	return (
		<Page title={t.shell.noOrganization} lead={t.shell.noOrganizationHint}>
			{null}
		</Page>
	);
}
