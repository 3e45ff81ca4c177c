/** Rows of numbers, one after the other. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;
}

export function emptyMatrix(rows: number, columns: number): Matrix {
  return { rows, columns, values: new Float64Array(rows * columns) };
}

/** left × right. */
export function multiply(left: Matrix, right: Matrix): Matrix {
  const product = emptyMatrix(left.rows, right.columns);
  const width = right.columns;
  for (let i = 0; i < left.rows; i++) {
    const row = product.values.subarray(i * width, (i + 1) * width);
    for (let k = 0; k < left.columns; k++) {
      const factor = left.values[i * left.columns + k] as number;
      if (factor === 0) continue;
      const other = right.values.subarray(k * width, (k + 1) * width);
      for (let j = 0; j < width; j++) row[j] = (row[j] as number) + factor * (other[j] as number);
    }
  }
  return product;
}

function transpose(matrix: Matrix): Matrix {
  const turned = emptyMatrix(matrix.columns, matrix.rows);
  for (let i = 0; i < matrix.rows; i++) {
    for (let j = 0; j < matrix.columns; j++) {
      turned.values[j * matrix.rows + i] = matrix.values[i * matrix.columns + j] as number;
    }
  }
  return turned;
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < left.length; j++) sum += (left[j] as number) * (right[j] as number);
  return sum;
}

function takeAway(from: Float64Array, other: Float64Array, factor: number): void {
  for (let j = 0; j < from.length; j++) {
    from[j] = (from[j] as number) - factor * (other[j] as number);
  }
}

/** The lower triangle L of a positive definite matrix, with L × Lᵀ the matrix. */
function factorCholesky(matrix: Matrix): Matrix {
  const size = matrix.rows;
  const lower = emptyMatrix(size, size);
  const at = lower.values;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix.values[i * size + j] as number;
      for (let k = 0; k < j; k++) {
        sum -= (at[i * size + k] as number) * (at[j * size + k] as number);
      }
      at[i * size + j] = i === j ? Math.sqrt(sum) : sum / (at[j * size + j] as number);
    }
  }
  return lower;
}

/** Solves matrix × X = right for a positive definite matrix. */
export function solve(matrix: Matrix, right: Matrix): Matrix {
  const lower = factorCholesky(matrix);
  const size = matrix.rows;
  const width = right.columns;
  const values = right.values.slice();
  const row = (i: number) => values.subarray(i * width, (i + 1) * width);
  const divide = (to: Float64Array, by: number) => {
    for (let j = 0; j < width; j++) to[j] = (to[j] as number) / by;
  };
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) takeAway(row(i), row(k), lower.values[i * size + k] as number);
    divide(row(i), lower.values[i * size + i] as number);
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++)
      takeAway(row(i), row(k), lower.values[k * size + i] as number);
    divide(row(i), lower.values[i * size + i] as number);
  }
  return { rows: size, columns: width, values };
}

/** Makes the rows orthogonal and of length 1, in place (Gram-Schmidt, twice for accuracy). */
function orthonormalize({ rows, columns, values }: Matrix): void {
  const row = (i: number) => values.subarray(i * columns, (i + 1) * columns);
  for (let i = 0; i < rows; i++) {
    const own = row(i);
    for (let k = 0; k < 2 * i; k++) takeAway(own, row(k % i), dot(own, row(k % i)));
    const length = Math.sqrt(dot(own, own)) || 1;
    for (let j = 0; j < columns; j++) own[j] = (own[j] as number) / length;
  }
}

/** A fixed sequence of numbers from -1 to 1 (a linear congruential generator modulo 2³²). */
function seededNumbers(count: number): Float64Array {
  const numbers = new Float64Array(count);
  let state = 12345;
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    numbers[i] = state / 2147483648 - 1;
  }
  return numbers;
}

/** The `rank` directions (rows) in which a matrix's rows lie most, by subspace iteration. */
export function mainDirections(matrix: Matrix, rank: number): Matrix {
  const turned = transpose(matrix);
  let directions: Matrix = {
    rows: rank,
    columns: matrix.columns,
    values: seededNumbers(rank * matrix.columns),
  };
  for (let step = 0; step < 5; step++) {
    directions = multiply(multiply(directions, turned), matrix);
    orthonormalize(directions);
  }
  return directions;
}
