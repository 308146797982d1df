import { incomeTable } from '@rowcast/testkit/income-table';
import { boosted, type forest } from '@rowcast/testkit/trainings';
import type { Browser } from 'playwright-core';
import { inject } from 'vitest';
import { everyLook, openBrowser, Person } from './person.ts';

/** A row that every model of the income answers. */
export const row = { age: 44, city: 'Pune', hours: 33 };

interface Training {
  targetColumn?: string;
  excludedColumns?: string[];
  /** The model; boosted trees where nothing else is asked for. */
  by?: typeof boosted | typeof forest;
}

/** Someone who serves a model of incomes, with a key to call it. */
export class Served {
  readonly person: Person;
  readonly api: string;
  readonly home: string;
  private readonly browser: Browser;
  private readonly datasetId: string;
  private readonly key: string;

  private constructor(given: Pick<Served, 'person' | 'api' | 'home'> & Secrets) {
    this.person = given.person;
    this.api = given.api;
    this.home = given.home;
    this.browser = given.browser;
    this.datasetId = given.datasetId;
    this.key = given.key;
  }

  /** With a version for each of the trainings, of which the first is deployed. */
  static async begins(name: string, trainings: readonly Training[]): Promise<Served> {
    const browser = await openBrowser();
    const person = await Person.arrives(browser, name.toLowerCase());
    await person.signsUp(`${name} Server`);
    const me = new URL(person.page.url()).pathname.split('/')[1];
    const { id: api } = await person.asks<{ id: string }>('POST', '/apis', { name: 'Income' });
    const datasetId = await person.uploads(api, 'income.csv', incomeTable(200, 0));
    const made = { person, api, home: `/${me}/apis/${api}`, browser, datasetId };
    const before = new Served({ ...made, key: '' });
    const models = [];
    for (const training of trainings) models.push(await before.starts(training));
    for (const id of models) await person.awaits(`/models/${id}`);
    await person.asks('POST', `/models/${models[0]}/deploy`);
    const { key } = await person.asks<{ key: string }>('POST', `/apis/${api}/keys`, { name: 'Billing' });
    return new Served({ ...made, key });
  }

  private async starts({ by = boosted, ...training }: Training): Promise<string> {
    const { api: apiId, datasetId } = this;
    const body = { apiId, datasetId, targetColumn: 'income', ...by, ...training };
    return (await this.person.asks<{ id: string }>('POST', '/models', body)).id;
  }

  /** A further version, once it is ready. */
  async trains(training: Training): Promise<string> {
    const id = await this.starts(training);
    await this.person.awaits(`/models/${id}`);
    return id;
  }

  readonly send = (path: string, type: string, body: string) =>
    fetch(`${inject('address')}/api/v1/predict/${this.api}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.key}`, 'content-type': type },
      body,
    });

  readonly predict = async (body: object = row) => {
    const answer = await this.send('', 'application/json', JSON.stringify(body));
    return (await answer.json()) as { model: { version: string } };
  };

  /** A tab of the API is looked at in every way. */
  readonly looksAt = (tab: string, name: string) =>
    this.person.fits(name, everyLook, async () => {
      await this.person.page.goto(`${this.home}/${tab}`);
      await this.person.page.locator('main table, main form').first().waitFor();
    });

  async leaves(): Promise<void> {
    await this.person.leaves();
    await this.browser.close();
  }
}

interface Secrets {
  browser: Browser;
  datasetId: string;
  key: string;
}
