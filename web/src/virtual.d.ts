declare module "virtual:messages/*" {
  const texts: import("./lib/messages").Texts;
  export default texts;
}
