// The row in plugin.yaml is all there is to it: it is read before any plugin runs.
export default {
  register(ctx) {
    ctx.registerProvider({ name: "house" });
  },
};
