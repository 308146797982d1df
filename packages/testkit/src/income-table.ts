/** A small table in which income follows from age and city. */
export function incomeTable(rows = 200, seed = 1): string {
  const cities = ['Pune', 'Delhi', 'Goa'];
  const lines = ['age,city,hours,income'];
  for (let row = 0; row < rows; row++) {
    const age = 20 + ((row * 7 + seed) % 45);
    const city = cities[row % 3];
    const hours = 20 + ((row * 13) % 40);
    const high = age + hours / 4 + (city === 'Delhi' ? 8 : 0) > 55;
    lines.push(`${age},${city},${hours},${high ? 'high' : 'low'}`);
  }
  return `${lines.join('\n')}\n`;
}
