/** Tools so widely used that running one without installing it first is everyday work. */
export const knownPackages: ReadonlySet<string> = new Set(
  `typescript tsc tsx ts-node tsup tsd esbuild swc rollup rolldown vite vitest webpack webpack-cli parcel turbo nx lerna
  rush wireit eslint oxlint biome prettier oxfmt dprint stylelint standard xo rome knip depcheck madge dependency-cruiser
  npm-check-updates ncu npm-check license-checker publint attw are-the-types-wrong syncpack sort-package-json size-limit
  bundlesize source-map-explorer webpack-bundle-analyzer jest mocha ava tap tape c8 nyc karma jasmine cypress playwright
  puppeteer wdio testcafe lighthouse lhci pa11y storybook chromatic start-server-and-test wait-on concurrently
  npm-run-all npm-run-all2 run-p run-s cross-env cross-env-shell dotenv dotenv-cli env-cmd nodemon pm2 forever serve http-server
  live-server json-server local-web-server browser-sync rimraf del-cli mkdirp shx cpy-cli copyfiles ncp onchange chokidar
  chokidar-cli degit tiged giget plop hygen yo prisma drizzle-kit sequelize sequelize-cli typeorm knex mikro-orm
  node-pg-migrate supabase wrangler vercel netlify netlify-cli firebase firebase-tools serverless sls sst cdk aws-cdk cdktf
  cdktf-cli pulumi railway heroku eas eas-cli expo expo-cli react-native next nuxt nuxi gatsby astro remix svelte-kit sv ng
  vue vue-tsc svelte-check eleventy docusaurus vitepress hexo typedoc jsdoc api-extractor tailwindcss postcss sass less
  svgo imagemin sharp-cli husky lint-staged commitlint commitizen cz git-cz semantic-release standard-version
  release-it changeset np conventional-changelog auto-changelog gh-pages surge vsce ovsx web-ext electron electron-builder
  electron-forge electron-vite capacitor cap ionic tauri graphql-codegen openapi-typescript openapi-generator-cli swagger-cli
  redocly spectral buf protoc-gen-ts json2ts quicktype zx tldr cowsay fkill fkill-cli kill-port yalc verdaccio patch-package
  check-engines envinfo npm pnpm yarn bun node corepack n clinic autocannon loadtest 0x why-is-node-running markdownlint
  markdownlint-cli markdownlint-cli2 remark alex write-good cspell textlint mermaid mmdc marp hermes shadcn shadcn-ui
  skypack babel babel-node codemod jscodeshift ts-migrate type-coverage tsc-watch tsconfig-paths ultra-runner taze bumpp
  ruff black isort flake8 pylint mypy pyright basedpyright ty pytest tox nox pre-commit poetry pdm hatch uv pip-tools
  pip-compile pip-audit bandit safety twine build flit cookiecutter copier httpie ipython jupyter jupyterlab notebook
  mkdocs sphinx sphinx-build codespell yamllint ansible ansible-lint sqlfluff black-jupyter interrogate vulture pydeps
  pyupgrade autoflake djlint django-admin flask fastapi uvicorn gunicorn streamlit datasette sqlite-utils yt-dlp asciinema
  pyinstaller maturin cibuildwheel coverage rich pgcli mycli litecli glances speedtest-cli pycowsay virtualenv`
    .split(/\s+/)
    .filter((name) => name !== ""),
);

/** Where every package comes from one well-known maker. */
export const knownScopes: ReadonlySet<string> = new Set(
  `@angular @angular-devkit @vue @nestjs @biomejs @babel @storybook @playwright @prisma @sveltejs @tailwindcss @changesets
  @openapitools @redocly @yarnpkg @pnpm @vercel @netlify @cloudflare @aws-amplify @aws-cdk @nx @nrwl @graphql-codegen
  @commitlint @semantic-release @microsoft @typescript-eslint @eslint @arethetypeswrong @modelcontextprotocol @anthropic-ai
  @openai @google @google-cloud @react-native-community @expo @ionic @capacitor @tauri-apps @electron @electron-forge
  @docusaurus @astrojs @remix-run @shopify @sentry @datadog @mermaid-js @marp-team @stoplight @apidevtools @bufbuild
  @lhci @wdio @testing-library @percy @formatjs @lingui @sanity @strapi @medusajs @payloadcms @supabase @neondatabase
  @planetscale @databases @mikro-orm @swc @rspack @parcel @web @open-wc @lit @stencil @qwik @solidjs @elastic @grafana`
    .split(/\s+/)
    .filter((name) => name !== ""),
);
