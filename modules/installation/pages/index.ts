export { OPEN_SCREENS } from "./routes.ts";
export { unknownAddressPages } from "./unknown-address-page.ts";
export { UNSUBSCRIBE_PAGES } from "./unsubscribe-pages.ts";
