/**
 * A section is a part of an organization that is read and patched on its own: settings is one. Its effective value is
 * a function of the row of the organization.
 */
export type { SectionDescription } from "./documentation.ts";
export type { OnModified, SectionOwner, SectionRow } from "./ports.ts";
export { sectionRoutes } from "./routes.ts";
export { type ConfigurableSection, defineSection, type Section, type SectionSource } from "./section.ts";
export { createSectionService, readEffective, type SectionService, type ShownSection } from "./service.ts";
